import { useEffect, useEffectEvent, useState } from "react";
import { href } from "react-router";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { UNREACHABLE } from "~/http/app-error";
import { Alert } from "~/ui/alert";
import { Button, buttonClass } from "~/ui/button";
import { Field } from "~/ui/field";
import { LocalTime } from "~/ui/time/local-time";
import type { CeremonyFailure } from "../../methods/passkey/ceremony";
import { usePasskeySupport } from "../../methods/passkey/passkey-support";
import { ReauthenticationResult } from "../../reauthentication/reauthentication-result";
import {
  type ReauthenticationFetcher,
  useReauthenticationFetcher,
} from "../../reauthentication/use-reauthentication-fetcher";
import { ACCOUNT_FIELD, AccountForm, useAccount } from "../../session/account-form";
import type { Passkey } from "./manage-passkeys.server";
import { renameSchema } from "./schema";

interface PasskeyListProps {
  readonly passkeys: readonly Passkey[];
  readonly providers: readonly string[];
  readonly hasTwoStep: boolean;
  readonly result: FormResult | undefined;
}

/** The user's passkeys, each with forms to rename and remove it, and a button to add one. */
export function PasskeyList({ passkeys, providers, hasTwoStep, result }: PasskeyListProps) {
  const { fetcher, pending, result: shown, dialog } = useReauthenticationFetcher(providers, result);
  const creation = usePasskeyCreation(fetcher);
  const isSupported = usePasskeySupport();
  const isPending = (intent: string, passkey: string | null = null) =>
    fetcher.formData?.get("intent") === intent && fetcher.formData.get("passkey") === passkey;
  return (
    <section className="card grid gap-5">
      <h2 className="text-subheading">Passkeys</h2>
      {creation.failure && !creation.failure.isCanceled ? (
        <Alert type="error">{creation.failure.message}</Alert>
      ) : (
        <ReauthenticationResult
          result={pending ? undefined : shown}
          next={href("/settings/passkeys")}
          hasFocus
        />
      )}
      <p className="text-ink-soft">
        <span>Sign in with your fingerprint, face, or screen lock instead of your password.</span>
        {hasTwoStep ? <span> Two-step verification still asks for a code.</span> : null}
      </p>
      {passkeys.length === 0 ? (
        <p>You don’t have any passkeys yet.</p>
      ) : (
        <ul className="grid gap-3">
          {passkeys.map((passkey) => (
            <PasskeyRow
              // A new name closes its form.
              key={`${passkey.id} ${passkey.name}`}
              passkey={passkey}
              Form={fetcher.Form}
              result={shown}
              isPending={(intent) => isPending(intent, passkey.id)}
            />
          ))}
        </ul>
      )}
      {isSupported ? null : <p>This browser can’t add a passkey. Please try a newer one.</p>}
      <noscript>
        <p>Adding a passkey requires JavaScript, which is turned off in your browser.</p>
      </noscript>
      <AccountForm
        as={fetcher.Form}
        className="needs-script flex flex-wrap items-center gap-x-4 gap-y-2"
      >
        <Button
          name="intent"
          value="start"
          disabled={!isSupported}
          pending={creation.isCreating || isPending("start") || isPending("add")}
        >
          Add a passkey
        </Button>
        {creation.failure?.isCanceled ? (
          <p role="status" className="text-ink-soft text-sm">
            {creation.failure.message}
          </p>
        ) : null}
      </AccountForm>
      {dialog}
    </section>
  );
}

/** Asks the browser for a passkey once the server has sent options for one, and submits it. */
function usePasskeyCreation({ data, state, submit }: ReauthenticationFetcher["fetcher"]) {
  const account = useAccount();
  const [isCreating, setIsCreating] = useState(false);
  const [failure, setFailure] = useState<CeremonyFailure & { options: string }>();
  const options = data?.status === "success" ? data.passkeyOptions : undefined;
  const create = useEffectEvent(async (optionsJson: string) => {
    setIsCreating(true);
    const script = await import("../../methods/passkey/ceremony").catch(() => null);
    const ceremony = await script?.createPasskey(optionsJson);
    setIsCreating(false);
    if (!ceremony?.ok) {
      setFailure({ ...(ceremony?.error ?? { message: UNREACHABLE }), options: optionsJson });
      return;
    }
    const form = { intent: "add", credential: ceremony.value, [ACCOUNT_FIELD]: account };
    await submit(form, { method: "post" });
  });
  useEffect(() => {
    if (options) void create(options);
  }, [options]);
  const isShown = failure?.options === options && state === "idle";
  return { isCreating, failure: isShown ? failure : undefined };
}

function PasskeyRow({
  passkey: { id, name, createdAt, usedAt },
  Form,
  result,
  isPending,
}: {
  passkey: Passkey;
  Form: ReauthenticationFetcher["fetcher"]["Form"];
  result: FormResult | undefined;
  isPending: (intent: string) => boolean;
}) {
  const invalid = result?.values?.passkey === id ? result : undefined;
  const form = useForm({ schema: renameSchema, result: invalid, pending: isPending("rename") });
  const field = form.field("name");
  const label = (text: string) => (
    <>
      {text}
      <span className="sr-only"> {name}</span>
    </>
  );
  return (
    <li className="rounded-control border border-line px-4 py-3">
      <p className="wrap-anywhere font-semibold">{name}</p>
      <p className="text-ink-soft text-sm">
        Added on <LocalTime iso={createdAt} format="day" />
      </p>
      {usedAt ? (
        <p className="text-ink-soft text-sm">
          Last used on <LocalTime iso={usedAt} format="short-minute" />
        </p>
      ) : null}
      {/* An open form stands alone: "Remove" is not below "Save". */}
      <div className="mt-3 flex flex-wrap gap-3 has-[>[open]]:*:not-open:hidden">
        <details open={invalid !== undefined} className="open:grow">
          <summary className={buttonClass("secondary")}>{label("Rename")}</summary>
          <AccountForm as={Form} className="mt-4 grid gap-4" {...form.props}>
            <input type="hidden" name="passkey" value={id} />
            <Field
              label="Name"
              autoComplete="off"
              {...field}
              defaultValue={field.defaultValue ?? name}
            />
            <Button name="intent" value="rename" pending={isPending("rename")} className="w-fit">
              Save
            </Button>
          </AccountForm>
        </details>
        <AccountForm as={Form}>
          <input type="hidden" name="passkey" value={id} />
          <Button name="intent" value="remove" variant="secondary" pending={isPending("remove")}>
            {label("Remove")}
          </Button>
        </AccountForm>
      </div>
    </li>
  );
}
