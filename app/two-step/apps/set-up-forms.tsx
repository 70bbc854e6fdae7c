import { useEffect, useRef, useState } from "react";
import { href, useNavigation } from "react-router";
import { ReauthenticationResult } from "~/auth/reauthentication/reauthentication-result";
import { AccountForm } from "~/auth/session/account-form";
import type { FormResult } from "~/forms/form-result";
import { useForm, useIsSubmitting } from "~/forms/use-form";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/field";
import { type AuthenticatorApp, DEFAULT_APP_NAME, type Enrollment } from "../authenticator-app";
import { CodeField, CodeFields } from "../codes/code-form";
import { anotherSetUpSchema, codeSchema, setUpSchema } from "../schema";

/** Starts setting up an app. Another app takes a name, and a code of an existing app. */
export function SetUpForm({
  apps,
  result,
}: {
  apps: readonly AuthenticatorApp[];
  result: FormResult | undefined;
}) {
  const pending = useIsSubmitting("set-up");
  const isFirst = apps.length === 0;
  const form = useForm({ schema: isFirst ? setUpSchema : anotherSetUpSchema, result, pending });
  return (
    <AccountForm action={href("/settings/two-step")} className="grid gap-5" {...form.props}>
      <ReauthenticationResult result={form.result} next={href("/settings/two-step")} />
      {isFirst ? (
        <input type="hidden" name="name" value={DEFAULT_APP_NAME} />
      ) : (
        <>
          <Field
            label="Name"
            autoComplete="off"
            hint="Helps you tell your apps apart."
            {...form.field("name")}
          />
          <CodeFields apps={apps} form={form} />
        </>
      )}
      <div>
        <Button name="intent" value="set-up" pending={pending}>
          Set up
        </Button>
      </div>
    </AccountForm>
  );
}

/**
 * The new app's secret, as a QR code and as text in groups that copies as one word, and a field for its first
 * code.
 */
export function ConfirmAppForm({
  enrollment,
  result,
}: {
  enrollment: Enrollment;
  result: FormResult | undefined;
}) {
  // The image is kept, because the response to a wrong code does not include it.
  const [qrCode] = useState(enrollment.qrCode);
  const { state } = useNavigation();
  const pending = state !== "idle";
  const form = useForm({ schema: codeSchema, result, pending });
  const { app, secret } = enrollment;
  const box = useRef<HTMLDivElement>(null);
  // The form that led here is further down the page.
  useEffect(() => {
    box.current?.scrollIntoView();
  }, []);
  return (
    <section className="card">
      <h2 className="text-subheading">Set up an authenticator app</h2>
      <div ref={box} className="mt-5 grid scroll-mt-36 gap-5">
        {qrCode ? (
          <>
            <p className="text-ink-soft">
              Scan this with your authenticator app or password manager.
            </p>
            <img
              src={qrCode}
              alt="QR code for your authenticator app"
              className="size-52 rounded-control bg-[#fff] p-3"
            />
          </>
        ) : null}
        <div>
          <p className="text-ink-soft">If you can’t scan a code, enter this key in the app:</p>
          <p data-secret className="mt-1 select-all font-semibold">
            {Array.from(secret.matchAll(/.{1,4}/g), ({ 0: group, index }) => (
              <span key={index} className="me-2 inline-block">
                {group}
              </span>
            ))}
          </p>
        </div>
        <AccountForm action={href("/settings/two-step")} className="grid gap-5" {...form.props}>
          <ReauthenticationResult result={form.result} next={href("/settings/two-step")} />
          <input type="hidden" name="app" value={app} />
          <input type="hidden" name="secret" value={secret} />
          <CodeField hasFocus {...form.field("code")} />
          <div className="flex flex-wrap gap-3">
            <Button name="intent" value="confirm" pending={pending}>
              Turn on
            </Button>
            <ButtonLink to={href("/settings/two-step")} variant="quiet">
              Cancel
            </ButtonLink>
          </div>
        </AccountForm>
      </div>
    </section>
  );
}
