import { Form, href, useActionData, useNavigation } from "react-router";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { StaticTurnstile } from "~/turnstile/turnstile";
import { Alert } from "~/ui/alert";
import { Button, TextLink } from "~/ui/button";
import { Field, TextArea } from "~/ui/field";
import { contactSchema } from "./schema";

interface ContactFormProps {
  /** The address of a signed-in sender, whose account has the name; "" for a guest. */
  readonly email: string;
  readonly messageId: string;
  /** When the form was rendered. Epoch milliseconds. */
  readonly startedAt: number;
  readonly turnstileKey: string | undefined;
  /** When a founder replies. */
  readonly reply: string;
  /** What a message can say; "" for a sender who knows. */
  readonly example: string;
}

/** Attributes that keep browsers, 1Password, Bitwarden, Dashlane and LastPass from filling a field in. */
const IGNORED = {
  autoComplete: "off",
  "data-1p-ignore": true,
  "data-bwignore": true,
  "data-form-type": "other",
  "data-lpignore": true,
} as const;

/** The contact form, with the result of its last submission. */
export function ContactForm({
  email,
  messageId,
  startedAt,
  turnstileKey,
  reply,
  example,
}: ContactFormProps) {
  const result = useActionData<FormResult>();
  const pending = useNavigation().state !== "idle";
  const form = useForm({ schema: contactSchema, result, pending });
  // The form after an error is still the same one.
  const { defaultValue: sentId = messageId } = form.field("id");
  const { defaultValue: sentStart = startedAt } = form.field("startedAt");
  const { defaultValue: sentEmail = email } = form.field("email");
  return (
    <Form method="post" data-keep className="grid gap-6" {...form.props}>
      {form.result?.message ? <Alert type={form.result.status}>{form.result.message}</Alert> : null}
      <p data-kept hidden className="text-ink-soft text-sm">
        We kept what you wrote. It may not have been sent yet.
      </p>
      <input type="hidden" name="id" value={sentId} />
      <input type="hidden" name="startedAt" value={sentStart} />
      <div className="sr-only" aria-hidden="true">
        <Field
          label="Leave this field empty"
          name="extra"
          error={undefined}
          tabIndex={-1}
          {...IGNORED}
        />
      </div>
      <div className="grid gap-6 sm:grid-cols-2">
        {email ? null : <Field label="Name" autoComplete="name" {...form.field("name")} />}
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          {...form.field("email")}
          defaultValue={sentEmail}
        />
      </div>
      <TextArea label="Message" hint={example} {...form.field("message")} />
      <StaticTurnstile siteKey={turnstileKey} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button pending={pending}>Send message</Button>
        <p className="text-ink-soft">{reply}</p>
      </div>
      <p className="text-ink-soft text-sm">
        <span>We use what you send only to answer you.</span>{" "}
        <TextLink to={href("/legal/privacy-policy")}>Privacy policy</TextLink>
      </p>
    </Form>
  );
}
