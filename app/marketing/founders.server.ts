import { about, founders } from "~/content/marketing/team";

/** The founders' names and portraits, as data of a loader: the dashboard's script has no room for team.ts. */
export function listFounders() {
  return founders.map(({ name, portrait }) => ({
    name,
    label: about.portraitLabel(name),
    portrait,
  }));
}
