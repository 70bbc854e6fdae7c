/** What every page says of the site; what only some pages say of those behind it is in studio.ts. */
export const site = {
  name: "Selvedge",
  title: "Selvedge · Truly custom software",
  /** For pages that bring no description of their own. */
  description: "",
  /** The mark: three rows, joined left and right. Drawn with a round stroke of 5 in a 32 × 32 square. */
  logoPath: "M28 6H9.5a5 5 0 0 0 0 10h13a5 5 0 0 1 0 10H4",
} as const;
