/**
 * The studio's name and logo, defined only here. `node tools/generate-brand-files.ts` copies them to files
 * that cannot import this one. Separate from studio.ts, since this file is in the client bundle.
 */
export const brand = {
  name: "Selvedge",
  /** Title of the home page, and the default title; preceded by the name. */
  claim: "Truly custom software",
  /** SVG path of the logo: round stroke of width 5 in a 32 × 32 view box. */
  logoPath: "M28 6H9.5a5 5 0 0 0 0 10h13a5 5 0 0 1 0 10H4",
} as const;
