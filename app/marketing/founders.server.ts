import { about, founders } from "~/content/marketing/team";

const PORTRAITS = import.meta.glob<string>("./drawings/portraits/{design,engineering}.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

/**
 * The founders' names and portraits, as data of a loader: the dashboard's script has no room for drawings.
 */
export function listFounders() {
  return founders.map(({ name, portrait }) => ({
    name,
    label: about.portraitLabel(name),
    html: PORTRAITS[`./drawings/${portrait}.svg`] ?? `<img src="${portrait}" alt="">`,
  }));
}
