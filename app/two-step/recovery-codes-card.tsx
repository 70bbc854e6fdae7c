import { Form, useNavigation } from "react-router";
import { SensitiveResult } from "~/auth/sensitive-result";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { type AuthenticatorApp, CodeFields } from "./code-fields";
import { TWO_STEP_PATH } from "./two-step";

const loadSchema = async () => (await import("./schema")).codeSchema;

/** How many recovery codes are left, and the way to new ones. */
export function RecoveryCodesCard({
  apps,
  left,
  result,
}: {
  apps: readonly AuthenticatorApp[];
  /** Undefined when nobody can tell right now. */
  left: number | undefined;
  /** The answer to asking for new ones. */
  result: FormResult | undefined;
}) {
  const { state, formData } = useNavigation();
  const pending = state !== "idle" && formData?.get("intent") === "renew-codes";
  const form = useForm({ loadSchema, result, pending });
  return (
    <Card>
      <h2 className="text-subheading">Recovery codes</h2>
      <p className="mt-4 font-semibold">{describeLeft(left)}</p>
      <p className="mt-2 text-ink-soft">
        A recovery code lets you in when you do not have your authenticator app, and removes the
        app. If you have lost the codes, or somebody may have seen them, make new ones: the old ones
        stop working.
      </p>
      <details open={result !== undefined} className="mt-4">
        <summary className="link w-fit cursor-pointer">Make new recovery codes</summary>
        <Form method="post" action={TWO_STEP_PATH} className="mt-4 grid gap-4" {...form.props}>
          <SensitiveResult result={pending ? undefined : result} next={TWO_STEP_PATH} />
          <CodeFields apps={apps} form={form} />
          <div>
            <Button name="intent" value="renew-codes" pending={pending}>
              Make new codes
            </Button>
          </div>
        </Form>
      </details>
    </Card>
  );
}

function describeLeft(left: number | undefined): string {
  if (left === undefined) return "We can't tell right now how many you have left.";
  if (left === 0) return "You have none. Without them a lost device can keep you out.";
  return left === 1 ? "You have 1 code left." : `You have ${left} codes left.`;
}
