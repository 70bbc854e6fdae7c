import { Form, href } from "react-router";
import type { FormResult } from "~/forms/form-result";
import { useForm, useIsSubmitting } from "~/forms/use-form";
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
      <summary className="link w-fit cursor-pointer text-sm">I don’t have my device</summary>
      <div className="mt-3 grid gap-4">
        <p className="text-ink-soft text-sm">
          Enter one of your recovery codes. Your authenticator apps are removed from the account,
          and you set up a new one. Each code works once.
        </p>
        <Form method="post" className="grid gap-4" {...form.props}>
          <Field
            label="Recovery code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={30}
            hint="Three groups of four characters, from the list you saved."
            {...form.field("recoveryCode")}
          />
          <Button name="intent" value="recover" variant="secondary" pending={pending}>
            Use a recovery code
          </Button>
        </Form>
        <p className="text-ink-soft text-sm">
          No recovery codes? If you set up a second authenticator app, use that one. Otherwise,{" "}
          <TextLink to={href("/contact")}>contact us</TextLink> from your account’s email address.
          We’ll verify that it’s you and turn two-step verification off.
        </p>
      </div>
    </details>
  );
}
