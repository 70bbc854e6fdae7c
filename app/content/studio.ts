/** Facts about the studio; no other file holds them. Its name is in brand.ts. */

/** What here is made up. Take a line out when the real fact stands below; production wants none left. */
export const placeholdersLeft: readonly string[] = [
  "the studio's name, in brand.ts",
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
