/** Facts about the studio, defined only here. Its name is in brand.ts. */

/**
 * Facts that are still placeholders. Remove a line after entering the real fact; production requires an empty
 * list.
 */
export const remainingPlaceholders: readonly string[] = [
  "the studio’s name, in brand.ts",
  "share image and icons, in public/",
  "email",
  "phone",
  "time zone",
  "city, founding year",
  "LinkedIn address",
  "GitHub address",
  "first founder’s name",
  "first founder’s photograph and biography, in team.ts",
  "second founder’s name",
  "second founder’s photograph and biography, in team.ts",
  "marketing client’s name",
  "marketing client’s address",
  "broodbook’s address",
  "education client’s name",
  "POFlow client’s name",
  "POFlow’s result, client quote and portrait, in showcases.ts",
  "broodbook’s result, client quote and portrait, in showcases.ts",
  "projects’ screenshots, results and client quotes, in portfolio.ts",
  "what each plan promises, which binds by the terms, in plans.ts",
  "price of a first piece, and of a complete system in faq.ts",
  "date of the legal pages, in legal.ts",
  "jurisdiction",
];

const phone = {
  display: "(555) 010-0142",
  href: "tel:+15550100142",
  hours: "Weekdays 8a-5p",
  timeZone: "Pacific time",
  /** IANA name, for dates in emails: the recipient's time zone is unknown. */
  zone: "America/Los_Angeles",
} as const;

export const studio = {
  /** Shown in the footer. */
  tagline: "Custom software from a studio of two.",
  /** Origin of the name, for the about page. */
  nameStory:
    "The selvedge is the woven edge that keeps a cloth from fraying. It’s a good name for a studio that finishes what it starts.",
  city: "Portland, Oregon",
  /** The year in which it was founded. */
  since: 2016,
  email: "hello@example.com",
  phone,
  /** What a first piece of custom software usually costs. */
  firstPiecePrice: "$9,000 to $30,000",
  replyTime: "A founder replies within one business day.",
  /** What the plans mean by "business day" and "our time". */
  businessDays: `Business days are Monday to Friday, and hours are in ${phone.timeZone}.`,
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
      /** The client's site; until it is known, a demonstration in `public/clients/`. */
      url: "/clients/orchard-and-vine/",
    },
    broodbook: { url: "/clients/broodbook/" },
    poflow: { name: "Northgate Sheet Metal" },
    education: { name: "Lantern" },
  },
  /** Governing law of the terms. */
  jurisdiction: "the State of Oregon, USA",
} as const;
