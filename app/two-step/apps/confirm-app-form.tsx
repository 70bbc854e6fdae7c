import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { AccountField } from "~/auth/account-field";
import { SensitiveResult } from "~/auth/reauthentication/sensitive-result";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { CodeField } from "../codes/code-fields";
import { codeSchema } from "../schema";
import { type Enrollment, TWO_STEP_PATH } from "../two-step";

/** The new app's secret, as an image and as text (in groups to read, and copied as one word), and its first code. */
export function ConfirmAppForm({
  enrollment,
  result,
}: {
  enrollment: Enrollment;
  result: FormResult | undefined;
}) {
  // Sent to the page once: the answer to a wrong code comes without it.
  const [qrCode] = useState(enrollment.qrCode);
  const { state } = useNavigation();
  const pending = state !== "idle";
  const form = useForm({ schema: codeSchema, result, pending });
  const { app, secret } = enrollment;
  const box = useRef<HTMLDivElement>(null);
  // The form that led here stood further down.
  useEffect(() => {
    box.current?.scrollIntoView();
  }, []);
  return (
    <Card>
      <h2 className="text-subheading">Set up an authenticator app</h2>
      <div ref={box} className="mt-4 grid scroll-mt-36 gap-5">
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
          <p className="text-ink-soft">
            {qrCode ? "Or enter this key in the app:" : "The key of your new app:"}
          </p>
          <p data-secret className="mt-1 select-all font-semibold">
            {Array.from(secret.matchAll(/.{1,4}/g), ({ 0: group, index }) => (
              <span key={index} className="me-2 inline-block">
                {group}
              </span>
            ))}
          </p>
        </div>
        <Form method="post" action={TWO_STEP_PATH} className="grid gap-5" {...form.props}>
          <AccountField />
          <SensitiveResult result={form.result} next={TWO_STEP_PATH} />
          <input type="hidden" name="app" value={app} />
          <input type="hidden" name="secret" value={secret} />
          <CodeField hasFocus {...form.field("code")} />
          <div className="flex flex-wrap gap-3">
            <Button name="intent" value="confirm" pending={pending}>
              Turn on
            </Button>
            <ButtonLink to={TWO_STEP_PATH} variant="quiet">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </div>
    </Card>
  );
}
