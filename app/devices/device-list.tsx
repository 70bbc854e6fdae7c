import { Form, useNavigation } from "react-router";
import { AccountField } from "~/auth/account-field";
import { SensitiveResult } from "~/auth/reauthentication/sensitive-result";
import type { FormResult } from "~/forms/form-result";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ReaderTime } from "~/ui/time/reader-time";
import { DEVICES_PATH, DEVICES_SHOWN, type Device } from "./devices";

/** Where the account is signed in, with the ways to sign out elsewhere. Posts to its own page. */
export function DeviceList({
  devices,
  result,
}: {
  devices: readonly Device[];
  /** The answer to signing out. */
  result: FormResult | undefined;
}) {
  const { state, formData } = useNavigation();
  const isBusy = state !== "idle" && formData !== undefined;
  return (
    <Card>
      <h2 className="text-subheading">Where you are signed in</h2>
      <div className="mt-4 grid gap-5">
        <SensitiveResult result={isBusy ? undefined : result} next={DEVICES_PATH} hasFocus />
        <p className="text-ink-soft">
          If you do not know one of these, sign it out and change your password. A device that is
          signed out may still show your account for up to an hour, but cannot change anything.
        </p>
        <ul className="grid gap-3">
          {devices.map((device) => (
            <li key={device.id} className="rounded-control border border-line px-4 py-3">
              <DeviceRow device={device} pending={isBusy && formData.get("device") === device.id} />
            </li>
          ))}
        </ul>
        {devices.length === DEVICES_SHOWN ? (
          <p className="text-ink-soft">
            Showing the {DEVICES_SHOWN} most recently used devices. Signing out all other devices
            includes any that are not shown.
          </p>
        ) : null}
        {devices.some(({ isCurrent }) => !isCurrent) ? (
          <Form method="post">
            <AccountField />
            <Button
              name="intent"
              value="others"
              variant="secondary"
              pending={isBusy && formData.get("intent") === "others"}
            >
              Sign out all other devices
            </Button>
          </Form>
        ) : null}
      </div>
    </Card>
  );
}

function DeviceRow({ device, pending }: { device: Device; pending: boolean }) {
  const { id, name, usedAt, isCurrent, isMfaRequired } = device;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere font-semibold">{name}</span>
          {isCurrent ? (
            <span className="rounded-full bg-accent-soft px-2 py-0.5 font-medium text-accent-strong text-xs">
              This device
            </span>
          ) : null}
        </p>
        <p className="text-ink-soft text-sm">
          {isCurrent ? (
            "In use now"
          ) : (
            <>
              Last used on <ReaderTime iso={usedAt} to="minute" />
            </>
          )}
        </p>
        {isMfaRequired ? (
          <p className="mt-1 font-medium text-danger text-sm">
            Somebody entered your password here, but no code yet.
          </p>
        ) : null}
      </div>
      {isCurrent ? null : (
        <Form method="post">
          <AccountField />
          <input type="hidden" name="device" value={id} />
          <Button name="intent" value="one" variant="secondary" pending={pending}>
            Sign out<span className="sr-only"> {name}</span>
          </Button>
        </Form>
      )}
    </div>
  );
}
