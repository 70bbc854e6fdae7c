import { useEffect, useEffectEvent, useState } from "react";
import { href } from "react-router";
import { passkeysPage } from "~/content/auth/passkeys";
import { UNREACHABLE } from "~/content/forms";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";
import { LocalTime } from "~/ui/time/local-time";
import { ACCOUNT_FIELD, AccountField, useAccount } from "../account-field";
import { StepUpResult } from "../reauthentication/step-up-result";
import { type SensitiveFetcher, useStepUpFetcher } from "../reauthentication/use-step-up-fetcher";
import type { Passkey } from "./manage-passkeys.server";
import { usePasskeySupport } from "./passkey-button";
import { renameSchema } from "./schema";

export interface PasskeyListProps {
  readonly passkeys: readonly Passkey[];
  readonly providers: readonly string[];
  /** Result of a form that was sent without scripts. */
  readonly result: FormResult | undefined;
}

/** The user's passkeys, each with forms to rename and remove it, and a button to add one. */
export function PasskeyList({ passkeys, providers, result }: PasskeyListProps) {
  const sensitive = useStepUpFetcher(providers);
  const { fetcher } = sensitive;
  const shown = sensitive.result ?? (fetcher.data ? undefined : result);
  const creation = usePasskeyCreation(fetcher);
  const isSupported = usePasskeySupport();
  const isPending = (intent: string, passkey: string | null = null) =>
    fetcher.formData?.get("intent") === intent && fetcher.formData.get("passkey") === passkey;
  return (
    <Card>
      <h2 className="text-subheading">{passkeysPage.title}</h2>
      <div className="mt-4 grid gap-5">
        {creation.problem ? (
          <Alert type="error">{creation.problem}</Alert>
        ) : (
          <StepUpResult
            result={fetcher.state === "idle" ? shown : undefined}
            next={href("/settings/passkeys")}
            hasFocus
          />
        )}
        <p className="text-ink-soft">{passkeysPage.lead}</p>
        {passkeys.length === 0 ? (
          <p>{passkeysPage.empty}</p>
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
        {isSupported ? null : <p>{passkeysPage.unsupported}</p>}
        <noscript>
          <p>{passkeysPage.needsScript}</p>
        </noscript>
        <fetcher.Form method="post" className="needs-script">
          <AccountField />
          <Button
            name="intent"
            value="start"
            disabled={!isSupported}
            pending={creation.isCreating || isPending("start") || isPending("add")}
          >
            {passkeysPage.add}
          </Button>
        </fetcher.Form>
      </div>
      {sensitive.dialog}
    </Card>
  );
}

/** Once the server has sent creation options, asks the browser for a passkey and submits it. */
function usePasskeyCreation({ data, state, submit }: SensitiveFetcher["fetcher"]) {
  const account = useAccount();
  const [isCreating, setIsCreating] = useState(false);
  const [failure, setFailure] = useState<{ problem: string; options: string }>();
  const options = data?.status === "success" ? data.values?.options : undefined;
  const create = useEffectEvent(async (optionsJson: string) => {
    setIsCreating(true);
    const script = await import("./ceremony").catch(() => null);
    const ceremony = (await script?.createPasskey(optionsJson)) ?? { problem: UNREACHABLE };
    setIsCreating(false);
    if ("problem" in ceremony) setFailure({ ...ceremony, options: optionsJson });
    else await submit({ intent: "add", ...ceremony, [ACCOUNT_FIELD]: account }, { method: "post" });
  });
  useEffect(() => {
    if (options) void create(options);
  }, [options]);
  const isShown = failure?.options === options && state === "idle";
  return { isCreating, problem: isShown ? failure?.problem : undefined };
}

function PasskeyRow({
  passkey: { id, name, createdAt, usedAt },
  Form,
  result,
  isPending,
}: {
  passkey: Passkey;
  Form: SensitiveFetcher["fetcher"]["Form"];
  result: FormResult | undefined;
  isPending: (intent: string) => boolean;
}) {
  const invalid = result?.values?.passkey === id ? result : undefined;
  const form = useForm({ schema: renameSchema, result: invalid, pending: isPending("rename") });
  const field = form.field("name");
  return (
    <li className="rounded-control border border-line px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold">{name}</p>
          <p className="text-ink-soft text-sm">
            {passkeysPage.addedOn} <LocalTime iso={createdAt} format="day" />
          </p>
          {usedAt ? (
            <p className="text-ink-soft text-sm">
              {passkeysPage.lastUsedOn} <LocalTime iso={usedAt} format="minute" />
            </p>
          ) : null}
        </div>
        <Form method="post">
          <AccountField />
          <input type="hidden" name="passkey" value={id} />
          <Button name="intent" value="remove" variant="secondary" pending={isPending("remove")}>
            {passkeysPage.remove}
            <span className="sr-only"> {name}</span>
          </Button>
        </Form>
      </div>
      <details open={invalid !== undefined} className="mt-2">
        <summary className="link w-fit cursor-pointer text-sm">
          {passkeysPage.rename}
          <span className="sr-only"> {name}</span>
        </summary>
        <Form method="post" className="mt-4 grid gap-4" {...form.props}>
          <AccountField />
          <input type="hidden" name="passkey" value={id} />
          <Field
            label={passkeysPage.name}
            autoComplete="off"
            {...field}
            defaultValue={field.defaultValue ?? name}
          />
          <Button name="intent" value="rename" pending={isPending("rename")} className="w-fit">
            {passkeysPage.save}
          </Button>
        </Form>
      </details>
    </li>
  );
}
