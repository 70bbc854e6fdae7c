import type { FormResult } from "~/forms/form-result";
import { ReaderTime } from "~/ui/time/reader-time";
import type { AuthenticatorApp } from "../codes/code-fields";
import { CodeForm } from "../codes/code-form";

/** The apps, each with the way to remove it. `result` answers the removal of the app whose id is `removal`. */
export function AppEntries({
  apps,
  removal,
  result,
}: {
  apps: readonly AuthenticatorApp[];
  removal: string | undefined;
  result: FormResult | undefined;
}) {
  return (
    <ul className="grid gap-3">
      {apps.map((app) => (
        <li key={app.id} className="rounded-control border border-line px-4 py-3">
          <p className="wrap-anywhere font-semibold">{app.name}</p>
          <p className="text-ink-soft text-sm">
            Added on <ReaderTime iso={app.createdAt} format="day" />
          </p>
          <CodeForm
            summary={`Remove ${app.name}`}
            apps={apps}
            intent="remove"
            button="Remove"
            variant="danger"
            removal={app.id}
            result={removal === app.id ? result : undefined}
          />
        </li>
      ))}
    </ul>
  );
}
