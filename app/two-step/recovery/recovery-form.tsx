import { Form, href } from "react-router";
import { useIsSubmitting } from "~/auth/sign-in/auth-form";
import { recoveryForm } from "~/content/auth/two-step";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Button, TextLink } from "~/ui/button";
import { Field } from "~/ui/field";
import { recoverySchema } from "../schema";

/** Sign-in without the device: a recovery code, or contacting support. Posts to its own page. */
export function RecoveryForm({
  result,
  onToggle,
}: {
  result: FormResult | undefined;
  onToggle: () => void;
}) {
  const pending = useIsSubmitting("recover");
  const form = useForm({ schema: recoverySchema, result, pending });
  return (
    <details open={result !== undefined} onToggle={onToggle}>
      <summary className="link w-fit cursor-pointer text-sm">{recoveryForm.open}</summary>
      <div className="mt-3 grid gap-4">
        <p className="text-ink-soft text-sm">{recoveryForm.lead}</p>
        <Form method="post" className="grid gap-4" {...form.props}>
          <Field
            label={recoveryForm.label}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            hint={recoveryForm.hint}
            {...form.field("recoveryCode")}
          />
          <Button name="intent" value="recover" variant="secondary" pending={pending}>
            {recoveryForm.submit}
          </Button>
        </Form>
        <p className="text-ink-soft text-sm">
          {recoveryForm.noCodes}
          <TextLink to={href("/contact")}>{recoveryForm.contact}</TextLink>
          {recoveryForm.afterContact}
        </p>
      </div>
    </details>
  );
}
