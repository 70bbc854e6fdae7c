import { Form, useNavigation } from "react-router";
import { AccountField } from "~/auth/account-field";
import { SensitiveResult } from "~/auth/reauthentication/sensitive-result";
import { appSetup } from "~/content/auth/two-step";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";
import { type AuthenticatorApp, CodeFields } from "../codes/code-fields";
import { anotherSetUpSchema, setUpSchema } from "../schema";
import { TWO_STEP_PATH } from "../two-step";

/** The name of a new app, and a code if the user already has an app. */
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
      <h2 className="text-subheading">{isFirst ? appSetup.firstTitle : appSetup.anotherTitle}</h2>
      <Form method="post" action={TWO_STEP_PATH} className="mt-5 grid gap-5" {...form.props}>
        <AccountField />
        <SensitiveResult result={form.result} next={TWO_STEP_PATH} />
        <Field
          label={appSetup.name}
          autoComplete="off"
          hint={appSetup.nameHint}
          {...name}
          defaultValue={name.defaultValue ?? (isFirst ? appSetup.defaultName : "")}
        />
        {isFirst ? null : <CodeFields apps={apps} form={form} />}
        <div>
          <Button name="intent" value="set-up" pending={pending}>
            {appSetup.submit}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
