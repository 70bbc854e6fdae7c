/**
 * The studio's name and mark; no other file holds them. `node tools/studio-files.ts` puts a new name into the files that
 * cannot import it. Apart from the other facts, because every page with React carries this file.
 */
export const brand = {
  name: "Selvedge",
  /** Title of the home page, and of pages that bring none; the name is put before it. */
  claim: "Truly custom software",
  /** The mark: three rows, joined left and right. Drawn with a round stroke of 5 in a 32 × 32 square. */
  logoPath: "M28 6H9.5a5 5 0 0 0 0 10h13a5 5 0 0 1 0 10H4",
} as const;
