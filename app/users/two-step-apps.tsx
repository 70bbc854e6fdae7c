import { Form, useNavigation } from "react-router";
import { CodeFields, type Factor } from "~/auth/code-fields";
import { useTellOtherTabs } from "~/auth/tell-other-tabs";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { SensitiveResult } from "./sensitive-result.tsx";

const loadSchema = async () => (await import("~/auth/schema")).codeSchema;

const PAGE = "/settings/password/two-step";

export interface TwoStepAppsProps {
  readonly factors: readonly Factor[];
  /** What has just been done. */
  readonly done: FormResult | undefined;
  /** The app whose removal `result` answers. */
  readonly removal: string | undefined;
  readonly result: FormResult | undefined;
}

/** The user's authenticator apps, each with the way to remove it. */
export function TwoStepApps({ factors, done, removal, result }: TwoStepAppsProps) {
  useTellOtherTabs(done);
  return (
    <Card>
      <h2 className="text-subheading">Two-step verification</h2>
      <div className="mt-4 grid gap-4">
        {done?.message && !result ? <Alert type={done.status}>{done.message}</Alert> : null}
        {factors.length === 0 ? (
          <p className="text-ink-soft">
            It is off. With it, signing in takes a code from an app on your phone as well, so a
            stolen password alone is of no use.
          </p>
        ) : (
          <>
            <p className="text-ink-soft">
              It is on: signing in takes a code from one of these apps. A second one is your way
              back in when a device is lost.
            </p>
            <ul className="grid gap-3">
              {factors.map((factor) => (
                <li key={factor.id} className="rounded-control border border-line px-4 py-3">
                  <App
                    factor={factor}
                    factors={factors}
                    result={removal === factor.id ? result : undefined}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Card>
  );
}

function App({
  factor,
  factors,
  result,
}: {
  factor: Factor;
  factors: readonly Factor[];
  result: FormResult | undefined;
}) {
  const { state, formData } = useNavigation();
  const pending = state !== "idle" && formData?.get("removal") === factor.id;
  const form = useForm({ loadSchema, result, pending });
  return (
    <>
      <p className="wrap-anywhere font-semibold">{factor.name}</p>
      <p className="text-ink-soft text-sm">Added on {formatDay(factor.createdAt)}</p>
      <details open={result !== undefined} className="mt-2">
        <summary className="link w-fit cursor-pointer text-sm">Remove {factor.name}</summary>
        <Form method="post" action={PAGE} className="mt-4 grid gap-4" {...form.props}>
          <SensitiveResult result={pending ? undefined : result} next={PAGE} />
          <input type="hidden" name="removal" value={factor.id} />
          <CodeFields factors={factors} form={form} />
          <div>
            <Button name="intent" value="remove" variant="danger" pending={pending}>
              Remove
            </Button>
          </div>
        </Form>
      </details>
    </>
  );
}

/** The same in the Worker and in the browser, wherever that is. */
function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}
