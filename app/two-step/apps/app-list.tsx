import type { FormResult } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { Card } from "~/ui/card";
import type { AuthenticatorApp } from "../codes/code-fields";
import { AppEntries } from "./app-entries";

export interface AppListProps {
  readonly apps: readonly AuthenticatorApp[];
  /** What has just been done. */
  readonly done: FormResult | undefined;
  /** The app whose removal `result` answers. */
  readonly removal: string | undefined;
  readonly result: FormResult | undefined;
}

/** The user's authenticator apps, each with the way to remove it. */
export function AppList({ apps, done, removal, result }: AppListProps) {
  return (
    <Card>
      <h2 className="text-subheading">Two-step verification</h2>
      <div className="mt-4 grid gap-4">
        {done?.message && !result ? (
          <Alert type={done.status} hasFocus>
            {done.message}
          </Alert>
        ) : null}
        {apps.length === 0 ? (
          <p className="text-ink-soft">
            It is off. With it, signing in takes a code from an app on your phone as well, so a
            stolen password alone is of no use.
          </p>
        ) : (
          <>
            <p className="text-ink-soft">
              It is on: signing in takes a code from one of these apps. When a device is lost, your
              recovery codes or a second app are the way back in.
            </p>
            <AppEntries apps={apps} removal={removal} result={result} />
          </>
        )}
      </div>
    </Card>
  );
}
