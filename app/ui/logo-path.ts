/** Three rows, joined left and right. Drawn with a round stroke of 5 in a 32 × 32 square. */
export const LOGO_PATH = "M28 6H9.5a5 5 0 0 0 0 10h13a5 5 0 0 1 0 10H4";
