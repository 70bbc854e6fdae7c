import { Link, matchPath, useLocation, useParams } from "react-router";
import { DEVICES_PATH } from "~/devices/devices";
import { PendingOutlet } from "~/navigation/pending-outlet";
import { TWO_STEP_PATH } from "~/two-step/two-step";

const GENERAL_PATH = "/settings/general";
const SECTIONS = [
  { to: GENERAL_PATH, label: "General" },
  { to: "/settings/password", label: "Password" },
  { to: TWO_STEP_PATH, label: "Two-step" },
  { to: DEVICES_PATH, label: "Devices" },
  { to: "/settings/billing", label: "Billing" },
] as const;

/** The head that all settings share, and the section below it. */
export default function SettingsLayout() {
  const isCurrent = useCurrentSection();
  return (
    <div className="wrap grid gap-8 py-10 sm:py-14 lg:grid-cols-[14rem_minmax(0,40rem)] lg:gap-14">
      <div className="min-w-0">
        <h1 className="text-heading">Settings</h1>
        <nav aria-label="Settings" className="mt-5 lg:mt-8 lg:-ml-3">
          <ul className="tab-row">
            {SECTIONS.map(({ to, label }) => (
              <li key={to} ref={isCurrent(to) ? bringIntoView : undefined}>
                <Link
                  to={to}
                  prefetch="intent"
                  viewTransition
                  aria-current={isCurrent(to) ? "page" : undefined}
                  className="section-link"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="grid content-start gap-8">
        <PendingOutlet />
      </div>
    </div>
  );
}

/** On a phone the sections are a row that scrolls. Nothing else of the page moves. */
function bringIntoView(tab: HTMLLIElement | null): void {
  if (tab?.parentElement) tab.parentElement.scrollLeft = tab.offsetLeft - tab.offsetWidth;
}

/** Tells which section the page belongs to: one of a name that does not exist shows the general page. */
function useCurrentSection(): (to: string) => boolean {
  const { pathname } = useLocation();
  const isUnknown = useParams().section !== undefined;
  return (to) =>
    isUnknown ? to === GENERAL_PATH : matchPath({ path: to, end: false }, pathname) !== null;
}
