import { useEffect, useEffectEvent, useState } from "react";
import { passkeysPage } from "~/content/auth/passkeys";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";
import { ReaderTime } from "~/ui/time/reader-time";
import { ACCOUNT_FIELD, AccountField, useAccount } from "../account-field";
import { SensitiveResult } from "../reauthentication/sensitive-result";
import {
  type SensitiveFetcher,
  useSensitiveFetcher,
} from "../reauthentication/use-sensitive-fetcher";
import { createPasskey } from "./passkey-button";
import { supportsPasskeys } from "./passkey-slot";
import { PASSKEYS_PATH, type Passkey } from "./passkeys";
import { renameSchema } from "./schema";

export interface PasskeyListProps {
  readonly passkeys: readonly Passkey[];
  readonly providers: readonly string[];
  /** Result of a form that was sent without scripts. */
  readonly result: FormResult | undefined;
}

/** The user's passkeys, each with forms to rename and remove it, and a button to add one. */
export function PasskeyList({ passkeys, providers, result }: PasskeyListProps) {
  const sensitive = useSensitiveFetcher(providers);
  const { fetcher } = sensitive;
  const shown = sensitive.result ?? (fetcher.data ? undefined : result);
  const creation = usePasskeyCreation(fetcher);
  const isPending = (intent: string, passkey: string | null = null) =>
    fetcher.formData?.get("intent") === intent && fetcher.formData.get("passkey") === passkey;
  return (
    <Card>
      <h2 className="text-subheading">{passkeysPage.title}</h2>
      <div className="mt-4 grid gap-5">
        {creation.problem ? (
          <Alert type="error">{creation.problem}</Alert>
        ) : (
          <SensitiveResult
            result={fetcher.state === "idle" ? shown : undefined}
            next={PASSKEYS_PATH}
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
                key={`${passkey.id} ${passkey.name}`}
                passkey={passkey}
                fetcher={fetcher}
                result={shown}
                isPending={(intent) => isPending(intent, passkey.id)}
              />
            ))}
          </ul>
        )}
        {creation.isUnsupported ? <p>{passkeysPage.unsupported}</p> : null}
        <noscript>
          <p>{passkeysPage.needsScript}</p>
        </noscript>
        <fetcher.Form method="post" className="needs-script">
          <AccountField />
          <Button
            name="intent"
            value="start"
            disabled={creation.isUnsupported}
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
function usePasskeyCreation(fetcher: SensitiveFetcher["fetcher"]) {
  const account = useAccount();
  const [isCreating, setIsCreating] = useState(false);
  const [isUnsupported, setIsUnsupported] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { data } = fetcher;
  const options = data?.status === "success" ? data.values?.options : undefined;
  const create = useEffectEvent(async (optionsJson: string, signal: AbortSignal) => {
    setIsCreating(true);
    const ceremony = await createPasskey(optionsJson, signal);
    setIsCreating(false);
    setProblem(ceremony.problem);
    const { credential } = ceremony;
    if (credential === undefined) return;
    await fetcher.submit(
      { intent: "add", credential, [ACCOUNT_FIELD]: account },
      { method: "post" },
    );
  });
  useEffect(() => setIsUnsupported(!supportsPasskeys()), []);
  useEffect(() => {
    if (!options) return;
    const controller = new AbortController();
    void create(options, controller.signal);
    return () => controller.abort();
  }, [options]);
  const isSubmitting = fetcher.state !== "idle";
  return { isCreating, isUnsupported, problem: isSubmitting || isCreating ? undefined : problem };
}

function PasskeyRow({
  passkey,
  fetcher,
  result,
  isPending,
}: {
  passkey: Passkey;
  fetcher: SensitiveFetcher["fetcher"];
  result: FormResult | undefined;
  isPending: (intent: string) => boolean;
}) {
  const { id, name, createdAt, usedAt } = passkey;
  const isRenamed = result?.values?.passkey === id;
  const form = useForm({
    schema: renameSchema,
    result: isRenamed ? result : undefined,
    pending: isPending("rename"),
  });
  const field = form.field("name");
  return (
    <li className="rounded-control border border-line px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold">{name}</p>
          <p className="text-ink-soft text-sm">
            {passkeysPage.addedOn} <ReaderTime iso={createdAt} format="day" />
          </p>
          {usedAt ? (
            <p className="text-ink-soft text-sm">
              {passkeysPage.lastUsedOn} <ReaderTime iso={usedAt} format="minute" />
            </p>
          ) : null}
        </div>
        <fetcher.Form method="post">
          <AccountField />
          <input type="hidden" name="passkey" value={id} />
          <Button name="intent" value="remove" variant="secondary" pending={isPending("remove")}>
            {passkeysPage.remove}
            <span className="sr-only"> {name}</span>
          </Button>
        </fetcher.Form>
      </div>
      <details open={isRenamed} className="mt-2">
        <summary className="link w-fit cursor-pointer text-sm">
          {passkeysPage.rename}
          <span className="sr-only"> {name}</span>
        </summary>
        <fetcher.Form method="post" className="mt-4 grid gap-4" {...form.props}>
          <AccountField />
          <input type="hidden" name="passkey" value={id} />
          <Field
            label={passkeysPage.name}
            autoComplete="off"
            {...field}
            defaultValue={field.defaultValue ?? name}
          />
          <div>
            <Button name="intent" value="rename" pending={isPending("rename")}>
              {passkeysPage.save}
            </Button>
          </div>
        </fetcher.Form>
      </details>
    </li>
  );
}
