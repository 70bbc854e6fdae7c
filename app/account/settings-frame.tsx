import type { ReactNode } from "react";
import { Link, useNavigation } from "react-router";
import { PageSpinner } from "~/ui/spinner";
import { SECTION_TITLES, SECTIONS, type Section } from "./sections";

/** The head that all settings share, and the section below it. */
export function SettingsFrame({ section, children }: { section: Section; children: ReactNode }) {
  const { location: next, state } = useNavigation();
  const isLeaving =
    state === "loading" && next !== undefined && !next.pathname.startsWith(`/settings/${section}`);
  return (
    <div className="wrap grid gap-8 py-10 sm:py-14 lg:grid-cols-[14rem_minmax(0,40rem)] lg:gap-14">
      <div>
        <h1 className="text-heading">Settings</h1>
        <nav aria-label="Settings" className="mt-5 -ml-3 lg:mt-8">
          <ul className="flex flex-wrap gap-1 lg:grid">
            {SECTIONS.map((each) => (
              <li key={each}>
                <Link
                  to={`/settings/${each}`}
                  prefetch="intent"
                  viewTransition
                  aria-current={each === section ? "page" : undefined}
                  className="flex min-h-11 items-center rounded-control px-3 font-medium text-ink-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-strong"
                >
                  {SECTION_TITLES[each]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="grid content-start gap-8">{isLeaving ? <PageSpinner /> : children}</div>
    </div>
  );
}
