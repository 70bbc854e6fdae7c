/** The pages of settings, by the last part of their URL. */
export const SECTIONS = ["general", "password", "billing"] as const;

export type Section = (typeof SECTIONS)[number];

export const SECTION_TITLES: Readonly<Record<Section, string>> = {
  general: "General",
  password: "Password",
  billing: "Billing",
};

/** The page for a URL; an unknown one is the general page. */
export function readSection(section: string | undefined): Section {
  return SECTIONS.find((known) => known === section) ?? "general";
}
