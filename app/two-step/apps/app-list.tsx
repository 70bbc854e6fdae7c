import type { ReactNode } from "react";
import type { FormResult } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { LocalTime } from "~/ui/time/local-time";
import type { AuthenticatorApp } from "../authenticator-app";
import { CodeForm } from "../codes/code-form";
import { CHANGE_MESSAGES } from "./change-messages";

interface AppListProps {
  readonly apps: readonly AuthenticatorApp[];
  readonly change: keyof typeof CHANGE_MESSAGES | null;
  readonly result: FormResult | undefined;
  readonly children?: ReactNode;
}

/** The authenticator apps, each with a form to remove it. */
export function AppList({ apps, change, result, children }: AppListProps) {
  return (
    <section className="card grid gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-subheading">Two-step verification</h2>
        {apps.length === 0 ? (
          <span className="badge bg-sunken text-ink-soft ring-1 ring-line ring-inset">Off</span>
        ) : (
          <span className="badge">On</span>
        )}
      </div>
      {change && !result ? (
        <Alert type="success" hasFocus>
          {CHANGE_MESSAGES[change]}
        </Alert>
      ) : null}
      {apps.length === 0 && change ? null : (
        <p className="text-ink-soft">
          {apps.length === 0
            ? "When it’s on, signing in also takes a code from an app on your phone, so a stolen password alone isn’t enough. You need an authenticator app, and you get recovery codes in case you lose it."
            : "Signing in takes a code from one of these apps. If you lose a device, use a recovery code or a second app to get back in."}
        </p>
      )}
      <ul className="grid gap-3 empty:hidden">
        {apps.map((app) => (
          <li key={app.id} className="rounded-control border border-line px-4 py-3">
            <p className="wrap-anywhere font-semibold">{app.name}</p>
            <p className="text-ink-soft text-sm">
              Added on <LocalTime iso={app.createdAt} format="day" />
            </p>
            <CodeForm
              summary={
                <>
                  Remove
                  <span className="sr-only"> {app.name}</span>
                </>
              }
              apps={apps}
              intent="remove"
              button="Remove"
              variant="danger"
              appId={app.id}
              result={result?.values?.appId === app.id ? result : undefined}
            />
          </li>
        ))}
      </ul>
      <div className="empty:hidden">{children}</div>
    </section>
  );
}
