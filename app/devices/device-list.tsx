import { href, useNavigation } from "react-router";
import { ReauthenticationResult } from "~/auth/reauthentication/reauthentication-result";
import { AccountForm } from "~/auth/session/account-form";
import type { FormResult } from "~/forms/form-result";
import { Button } from "~/ui/button";
import { LocalTime } from "~/ui/time/local-time";
import type { Device } from "./devices.server";

/** The devices signed in to the account, with buttons to sign out the others. Posts to its own page. */
export function DeviceList({
  devices,
  result,
}: {
  devices: readonly Device[];
  result: FormResult | undefined;
}) {
  const { state, formData } = useNavigation();
  const isPending = state !== "idle" && formData !== undefined;
  const others = devices.filter(({ isCurrent }) => !isCurrent);
  return (
    <section className="card grid gap-5">
      <h2 className="text-subheading">Devices</h2>
      <ReauthenticationResult
        result={isPending ? undefined : result}
        next={href("/settings/devices")}
        hasFocus
      />
      {others.length > 0 ? (
        <p className="text-ink-soft">
          You’re signed in on these. If you don’t recognize one, sign it out and change your
          password.
        </p>
      ) : (
        <p className="text-ink-soft">You’re signed in on this device only.</p>
      )}
      <ul className="divide-y divide-line border-line border-y">
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            pending={isPending && formData.get("device") === device.id}
          />
        ))}
      </ul>
      {others.length > 1 ? (
        <AccountForm>
          <Button
            name="intent"
            value="others"
            variant="secondary"
            pending={isPending && formData.get("intent") === "others"}
          >
            Sign out all other devices
          </Button>
        </AccountForm>
      ) : null}
    </section>
  );
}

function DeviceRow({ device, pending }: { device: Device; pending: boolean }) {
  const { id, name, usedAt, isCurrent, isCodeDue, method } = device;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere font-semibold">{name}</span>
          {isCurrent ? <span className="badge">This device</span> : null}
        </p>
        <p className="text-ink-soft text-sm">
          {isCurrent ? (
            "Active now"
          ) : (
            <>
              Last used on <LocalTime iso={usedAt} format="short-minute" />
            </>
          )}
        </p>
        {method ? <p className="text-ink-soft text-sm">Signed in with: {method}</p> : null}
        {isCodeDue ? (
          <p className="mt-1 font-medium text-danger text-sm">
            Someone started signing in here but hasn’t entered a code.
          </p>
        ) : null}
      </div>
      {isCurrent ? null : (
        <AccountForm>
          <input type="hidden" name="device" value={id} />
          <Button
            name="intent"
            value="one"
            variant="secondary"
            className="max-sm:px-3"
            pending={pending}
          >
            Sign out
            <span className="sr-only"> {name}</span>
          </Button>
        </AccountForm>
      )}
    </li>
  );
}
