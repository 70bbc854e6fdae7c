import { useEffect, useRef } from "react";
import { href } from "react-router";
import { ReauthenticationResult } from "~/auth/reauthentication/reauthentication-result";
import { useReauthenticationFetcher } from "~/auth/reauthentication/use-reauthentication-fetcher";
import { AccountForm } from "~/auth/session/account-form";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { CANCEL_INTENT, PendingEmailChange } from "./pending-email";
import type { EmailChange } from "./read-profile.server";
import { profileSchema } from "./schema";

interface ProfileFormProps {
  readonly name: string;
  readonly email: string;
  readonly emailChange: EmailChange | null;
  readonly providers: readonly string[];
  readonly result: FormResult | undefined;
}

/** Name and email. A new email takes effect once both addresses have confirmed it. */
export function ProfileForm(props: ProfileFormProps) {
  const { name, email, emailChange, providers, result } = props;
  const { fetcher, pending, result: shown, dialog } = useReauthenticationFetcher(providers, result);
  const intent = fetcher.formData?.get("intent");
  const form = useForm({ schema: profileSchema(email), result: shown, pending });

  const isUnknown = shown?.status === "unknown";
  /** With what was typed; after an unknown outcome with what is stored. */
  const textField = (field: "name" | "email") => {
    const { defaultValue, ...rest } = form.field(field);
    const typed = isUnknown ? undefined : defaultValue;
    return { ...rest, defaultValue: typed ?? props[field] };
  };
  const done = shown?.status === "success" ? shown.values : undefined;
  // Shown for a taken address too, so that the page does not reveal that an account exists.
  const requestedEmail = done?.email ?? shown?.values?.pendingEmail;
  const requestedChange =
    requestedEmail === undefined
      ? null
      : { newEmail: requestedEmail, awaitingConfirmation: "both" as const, isExpired: false };
  const change = emailChange ?? requestedChange;
  const element = useRef<HTMLFormElement>(null);
  const isCanceled = done?.intent === CANCEL_INTENT;
  const isReadAgain = isUnknown && !pending;
  /** What was stored when the fields were last set. */
  const lastStored = useRef({ name, email });
  // React leaves the text of a field whose default changes, as when the page is read again.
  useEffect(() => {
    const last = lastStored.current;
    lastStored.current = { name, email };
    const show = (field: "name" | "email", isEditedToo: boolean) => {
      const input = element.current?.elements.namedItem(field);
      if (!(input instanceof HTMLInputElement)) return;
      if (isEditedToo || input.value === last[field]) input.value = lastStored.current[field];
    };
    show("name", isReadAgain);
    // A requested address that stays in its field would be requested again by the next save.
    show("email", isReadAgain || isCanceled || done?.email !== undefined);
  }, [isCanceled, done, isReadAgain, name, email]);
  return (
    <section className="card">
      <h2 className="mb-5 text-subheading">Profile</h2>
      {change ? (
        <div className="mb-6">
          <PendingEmailChange
            email={email}
            change={change}
            isJustRequested={done?.email !== undefined}
            Form={fetcher.Form}
            pendingIntent={intent}
          />
        </div>
      ) : null}
      <AccountForm as={fetcher.Form} ref={element} className="grid gap-5" {...form.props}>
        <ReauthenticationResult
          result={form.result}
          next={href("/settings/general")}
          hasFocus={isCanceled}
        />
        <Field label="Name" dir="auto" autoComplete="name" {...textField("name")} />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          {...textField("email")}
          hint={
            change
              ? undefined
              : "If you change it, we’ll send a link to each address. Click both to confirm."
          }
        />
        <div>
          <Button pending={pending && !intent}>Save</Button>
        </div>
      </AccountForm>
      {dialog}
    </section>
  );
}
