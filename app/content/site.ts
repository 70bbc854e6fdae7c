/** What every page says of the site; what only some pages say of those behind it is in studio.ts. */
export const site = {
  name: "Selvedge",
  title: "Selvedge · Truly custom software",
  /** For pages that bring no description of their own. */
  description: "",
} as const;
