import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { AccountField } from "~/auth/account-field";
import { describeProvider } from "~/auth/providers/providers";
import { SensitiveResult } from "~/auth/reauthentication/sensitive-result";
import { useSensitiveFetcher } from "~/auth/reauthentication/use-sensitive-fetcher";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";
import { profileSchema } from "../schema";
import { type EmailChange, PendingEmailChange } from "./pending-email";

export interface ProfileFormProps {
  readonly name: string;
  readonly email: string;
  /** A change of the address that waits for its links. */
  readonly emailChange: EmailChange | null;
  /** Such a change has just been confirmed by both mailboxes. */
  readonly isEmailChanged: boolean;
  /** A new address that was typed before signing in again. */
  readonly typedEmail: string | null;
  readonly providers: readonly string[];
  /** The answer to the form when it was sent without scripts. */
  readonly result: FormResult | undefined;
}

/** Name and e-mail. A new address counts once both mails about it were answered. */
export function ProfileForm(props: ProfileFormProps) {
  const { name, email, emailChange, isEmailChanged, typedEmail, providers, result } = props;
  const sensitive = useSensitiveFetcher(providers);
  const { fetcher } = sensitive;
  const pending = fetcher.state !== "idle";
  const mails = useFetcher<FormResult>();
  const answer = sensitive.result ?? (fetcher.data ? undefined : result);
  const [outdated, setOutdated] = useState<FormResult | "none">("none");
  const [readNote, setReadNote] = useState<FormResult>();
  const isOutdated = (answer ?? "none") === outdated && mails.data !== undefined;
  const shown = isOutdated ? undefined : answer;
  const form = useForm({ schema: profileSchema, result: shown, pending });

  const nameField = form.field("name");
  const emailField = form.field("email");
  const newEmail = shown?.values?.email;
  // An address that somebody else has gets no mail, and the same words.
  const asked =
    shown?.status === "success" && newEmail !== undefined
      ? { newEmail, awaitingConfirmation: "both" as const, isExpired: false }
      : null;
  const change = emailChange ?? asked;
  const element = useRef<HTMLFormElement>(null);
  const isWithdrawn = isOutdated && change === null;
  useEffect(() => {
    const field = element.current?.elements.namedItem("email");
    if (isWithdrawn && field instanceof HTMLInputElement) field.value = email;
  }, [isWithdrawn, email]);
  return (
    <Card>
      <h2 className="mb-5 text-subheading">Profile</h2>
      {isEmailChanged && !emailChange ? <EmailChanged email={email} /> : null}
      {isOutdated && mails.data?.message && mails.data !== readNote && mails.state === "idle" ? (
        <div className="mb-6">
          <Alert type={mails.data.status} hasFocus={isWithdrawn}>
            {mails.data.message}
          </Alert>
        </div>
      ) : null}
      {change ? (
        <div className="mb-6">
          <PendingEmailChange
            email={email}
            change={change}
            fetcher={mails}
            onAsk={() => setOutdated(answer ?? "none")}
          />
        </div>
      ) : null}
      <fetcher.Form
        ref={element}
        method="post"
        className="grid gap-5"
        {...form.props}
        onInput={() => {
          form.props.onInput();
          setReadNote(mails.data);
        }}
      >
        <AccountField />
        <SensitiveResult result={form.result} next={returnPath(newEmail)} />
        <Field
          label="Name"
          dir="auto"
          autoComplete="name"
          {...nameField}
          defaultValue={nameField.defaultValue ?? name}
        />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          {...emailField}
          defaultValue={emailField.defaultValue ?? typedEmail ?? email}
          hint="If you change it, we send a link to both addresses. Click both to confirm."
        />
        <p className="wrap-anywhere text-ink-soft text-sm">
          You sign in with: {providers.map(describeProvider).join(", ")}
        </p>
        <div>
          <Button pending={pending}>Save</Button>
        </div>
      </fetcher.Form>
      {sensitive.dialog}
    </Card>
  );
}

/** Said once: a reload of the page does not say it again. */
function EmailChanged({ email }: { email: string }) {
  useEffect(() => {
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }, []);
  return (
    <div className="mb-6">
      <Alert type="success" hasFocus>
        Your email is now {email}. From now on you sign in with it.
      </Alert>
    </div>
  );
}

/** Back here after signing in again, with the address that was typed. */
function returnPath(email: string | undefined): string {
  return `/settings/general${email === undefined ? "" : `?${new URLSearchParams({ email })}`}`;
}
