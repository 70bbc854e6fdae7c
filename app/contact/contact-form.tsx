import { Form, useActionData, useNavigation } from "react-router";
import { contact } from "~/content/marketing/contact";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { StaticTurnstile } from "~/turnstile/turnstile";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Field, TextArea } from "~/ui/field";
import { contactSchema } from "./schema";

export interface ContactFormProps {
  readonly messageId: string;
  /** When the form was rendered. Epoch milliseconds. */
  readonly startedAt: number;
  readonly turnstileKey: string | undefined;
}

export function ContactForm({ messageId, startedAt, turnstileKey }: ContactFormProps) {
  const result = useActionData<FormResult>();
  const pending = useNavigation().state !== "idle";
  const form = useForm({ schema: contactSchema, result, pending });
  return (
    <Form method="post" className="grid gap-6" {...form.props}>
      {form.result?.message ? <Alert type={form.result.status}>{form.result.message}</Alert> : null}
      <input type="hidden" name="id" value={messageId} />
      <input type="hidden" name="startedAt" value={startedAt} />
      <div className="sr-only" aria-hidden="true">
        <Field label={contact.honeypot} name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label={contact.fields.name} autoComplete="name" {...form.field("name")} />
        <Field
          label={contact.fields.email}
          type="email"
          autoComplete="email"
          {...form.field("email")}
        />
      </div>
      <TextArea label={contact.fields.message} {...form.field("message")} />
      <StaticTurnstile siteKey={turnstileKey} />
      <div>
        <Button pending={pending}>{contact.send}</Button>
      </div>
    </Form>
  );
}
