import { SensitiveResult } from "~/auth/sensitive-result";
import { useTellOtherTabs } from "~/auth/tell-other-tabs";
import { useSensitiveFetcher } from "~/auth/use-sensitive-fetcher";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";

const loadSchema = async () => (await import("./schema")).profileSchema;

export interface ProfileFormProps {
  readonly name: string;
  readonly email: string;
  /** A new address that was typed before signing in again. */
  readonly typedEmail: string | null;
  readonly providers: readonly string[];
  /** The answer to the form when it was sent without scripts. */
  readonly result: FormResult | undefined;
}

/** Name and e-mail. A new address counts once both mails about it were answered. */
export function ProfileForm({ name, email, typedEmail, providers, result }: ProfileFormProps) {
  const sensitive = useSensitiveFetcher(providers);
  const { fetcher } = sensitive;
  const pending = fetcher.state !== "idle";
  const shown = sensitive.result ?? (fetcher.data ? undefined : result);
  const form = useForm({ loadSchema, result: shown, pending });
  useTellOtherTabs(fetcher.data ?? result);

  const nameField = form.field("name");
  const emailField = form.field("email");
  const newEmail = shown?.values?.email;
  const isUnconfirmed = shown?.status === "success" && newEmail !== undefined;
  return (
    <Card>
      <h2 className="mb-5 text-subheading">Profile</h2>
      <fetcher.Form method="post" className="grid gap-5" {...form.props}>
        <SensitiveResult result={pending ? undefined : shown} next={returnPath(newEmail)} />
        <Field
          label="Name"
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
          hint={
            isUnconfirmed
              ? `Until both links are clicked you sign in with ${email}.`
              : "If you change it, we send a link to both addresses. Click both to confirm."
          }
        />
        <div>
          <Button pending={pending}>Save</Button>
        </div>
      </fetcher.Form>
      {sensitive.dialog}
    </Card>
  );
}

/** Back here after signing in again, with the address that was typed. */
function returnPath(email: string | undefined): string {
  return `/settings/general${email === undefined ? "" : `?${new URLSearchParams({ email })}`}`;
}
