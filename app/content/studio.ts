/**
 * Name and facts of the studio; no other file holds them. `npm run studio` puts a new name into the files
 * that cannot import it. Short, because the header and with it every page with React carries this file.
 */

/** What here is made up. Take a line out when the real fact stands below; production wants none left. */
export const placeholdersLeft: readonly string[] = [
  "the studio's name",
  "email",
  "phone",
  "time zone",
  "LinkedIn address",
  "GitHub address",
  "first founder's name",
  "first founder's biography, in team.ts",
  "second founder's name",
  "second founder's biography, in team.ts",
  "marketing client's name",
  "marketing client's address",
  "broodbook's address",
  "education client's name",
  "jurisdiction",
];

/** True for a fact that can be handed to search engines. `what` is its name among the placeholders. */
export function isKnown(what: string): boolean {
  return !placeholdersLeft.includes(what);
}

/** What every page shows, signed in or not. */
export const brand = {
  name: "Selvedge",
  /** Title of the home page, and of pages that bring none; the name is put before it. */
  claim: "Truly custom software",
  /** The mark: three rows, joined left and right. Drawn with a round stroke of 5 in a 32 × 32 square. */
  logoPath: "M28 6H9.5a5 5 0 0 0 0 10h13a5 5 0 0 1 0 10H4",
} as const;

export const studio = {
  /** One line for the foot of every page. */
  tagline: "Custom software from a studio of two.",
  /** Where the name comes from, as the about page tells it. */
  nameStory:
    "The selvedge is the woven edge that keeps a cloth from fraying. It is a good name for a studio that finishes what it starts.",
  email: "hello@example.com",
  phone: {
    display: "(555) 010-0142",
    href: "tel:+15550100142",
    hours: "Weekdays 8a-5p",
    timeZone: "Pacific Time: UTC−8, in summer UTC−7",
  },
  /** What a sender is promised. */
  answer: "We answer within one working day.",
  social: [
    { name: "LinkedIn", href: "https://www.linkedin.com/" },
    { name: "GitHub", href: "https://github.com/" },
  ],
  founders: {
    design: { name: "Nora Whitlock" },
    engineering: { name: "Teo Marchetti" },
  },
  clients: {
    marketingSite: {
      name: "Orchard & Vine",
      url: "https://example.com/",
    },
    broodbook: { url: "https://example.org/" },
    education: { name: "Lantern" },
  },
  /** Where disputes about the terms are settled. */
  jurisdiction: "the State of Oregon, USA",
} as const;
