import { Form, useNavigation } from "react-router";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Button, TextLink } from "~/ui/button";
import { Field } from "~/ui/field";
import { recoverySchema } from "../schema";

/** The ways in for whoever does not have their device, the recovery codes first. Posts to its own page. */
export function RecoveryForm({ result }: { result: FormResult | undefined }) {
  const { state, formData } = useNavigation();
  const pending = state !== "idle" && formData?.get("intent") === "recover";
  const form = useForm({ schema: recoverySchema, result, pending });
  return (
    <details open={result !== undefined}>
      <summary className="link w-fit cursor-pointer text-sm">I don't have my device</summary>
      <div className="mt-3 grid gap-4">
        <p className="text-ink-soft text-sm">
          Enter one of your recovery codes. It removes your authenticator apps from the account, and
          you set up a new one. Each code works once.
        </p>
        <Form method="post" className="grid gap-4" {...form.props}>
          <Field
            label="Recovery code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            hint="Six groups of four, from the list you kept."
            {...form.field("recoveryCode")}
          />
          <Button name="intent" value="recover" variant="secondary" pending={pending}>
            Use a recovery code
          </Button>
        </Form>
        <p className="text-ink-soft text-sm">
          No recovery codes? If you set up a second authenticator app, use that one. Otherwise{" "}
          <TextLink to="/contact">write to us</TextLink> from your account's address: we check that
          it is you and turn the codes off.
        </p>
      </div>
    </details>
  );
}
