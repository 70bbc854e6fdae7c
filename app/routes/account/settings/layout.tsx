import { href, Link, matchPath, useLocation } from "react-router";
import { usePasskeysEnabled } from "~/auth/methods/passkey/passkey-support";
import { settings } from "~/content/account";
import { PendingOutlet } from "~/navigation/pending-outlet";

interface Tab {
  readonly to: string;
  readonly label: string;
  readonly prefetch?: "intent" | "none";
}

const GENERAL: Tab = { to: href("/settings/general"), label: "General" };

/**
 * The last one leads to Stripe, or, without a plan, to the plans. It is not prefetched, because each load
 * opens a page there.
 */
const TABS: readonly Tab[] = [
  GENERAL,
  { to: href("/settings/password"), label: "Password" },
  { to: href("/settings/passkeys"), label: "Passkeys" },
  { to: href("/settings/two-step"), label: "Two-step" },
  { to: href("/settings/devices"), label: "Devices" },
  { to: href("/settings/billing"), label: "Billing", prefetch: "none" },
];

/** The general tab is also that of the deletion, and of an unknown section, which shows the general page. */
export default function SettingsLayout() {
  const { pathname } = useLocation();
  const current = TABS.find(({ to }) => matchPath({ path: to, end: false }, pathname)) ?? GENERAL;
  const hasPasskeys = usePasskeysEnabled();
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-8 py-10 sm:py-14 lg:grid-cols-[14rem_minmax(0,40rem)] lg:gap-14">
      <div className="min-w-0">
        <h1 className="text-heading">{settings.title}</h1>
        <nav aria-label={settings.title} className="mt-5 lg:mt-8 lg:-ml-3">
          <ul className="section-links">
            {TABS.filter(({ to }) => hasPasskeys || to !== href("/settings/passkeys")).map(
              ({ to, label, prefetch = "intent" }) => (
                <li key={to}>
                  <Link
                    to={to}
                    prefetch={prefetch}
                    viewTransition
                    aria-current={to === current.to ? "page" : undefined}
                    className="section-link"
                  >
                    {label}
                  </Link>
                </li>
              ),
            )}
          </ul>
        </nav>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
        <PendingOutlet />
      </div>
    </div>
  );
}
