import { Form, useNavigation } from "react-router";
import { AccountField } from "~/auth/account-field";
import { SensitiveResult } from "~/auth/reauthentication/sensitive-result";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";
import { type AuthenticatorApp, CodeFields } from "../codes/code-fields";
import { anotherSetUpSchema, setUpSchema } from "../schema";
import { TWO_STEP_PATH } from "../two-step";

/** Asks for a name for a new app, and for a code when there is an app already. */
export function SetUpForm({
  apps,
  result,
}: {
  apps: readonly AuthenticatorApp[];
  result: FormResult | undefined;
}) {
  const { state, formData } = useNavigation();
  const pending = state !== "idle" && formData?.get("intent") === "set-up";
  const isFirst = apps.length === 0;
  const form = useForm({ schema: isFirst ? setUpSchema : anotherSetUpSchema, result, pending });
  const name = form.field("name");
  return (
    <Card>
      <h2 className="text-subheading">
        {isFirst ? "Set up an authenticator app" : "Add another authenticator app"}
      </h2>
      <Form method="post" action={TWO_STEP_PATH} className="mt-5 grid gap-5" {...form.props}>
        <AccountField />
        <SensitiveResult result={form.result} next={TWO_STEP_PATH} />
        <Field
          label="Name"
          autoComplete="off"
          hint="So that you can tell your apps apart. It cannot be changed later."
          {...name}
          defaultValue={name.defaultValue ?? (isFirst ? "My phone" : "")}
        />
        {isFirst ? null : <CodeFields apps={apps} form={form} />}
        <div>
          <Button name="intent" value="set-up" pending={pending}>
            Set up
          </Button>
        </div>
      </Form>
    </Card>
  );
}
