/**
 * Name and facts of the studio; no other file holds them. What is wrapped in `invented` is made up: before
 * going live, replace it by the fact alone. `npm run studio` then puts the name into mails and manifest.
 */
const left: string[] = [];

/** Keeps a made-up fact on the list of what is still to be replaced. */
function invented<Fact>(what: string, fact: Fact): Fact {
  left.push(what);
  return fact;
}

export const studio = {
  name: invented("the studio's name", "Selvedge"),
  /** Title of the home page, and of pages that bring none; the name is put before it. */
  claim: "Truly custom software",
  /** One line for the foot of every page. */
  tagline: "Custom software from a studio of two.",
  /** Where the name comes from, as the about page tells it. */
  nameStory:
    "The selvedge is the woven edge that keeps a cloth from fraying. It is a good name for a studio that finishes what it starts.",
  /** The mark: three rows, joined left and right. Drawn with a round stroke of 5 in a 32 × 32 square. */
  logoPath: "M28 6H9.5a5 5 0 0 0 0 10h13a5 5 0 0 1 0 10H4",
  email: invented("email", "hello@example.com"),
  phone: {
    display: invented("phone", "(555) 010-0142"),
    href: "tel:+15550100142",
    hours: "Weekdays 8a-5p",
    timeZone: invented("time zone", "Pacific Time: UTC−8, in summer UTC−7"),
  },
  /** What a sender is promised. */
  answer: "We answer within one working day.",
  social: [
    { name: "LinkedIn", href: invented("LinkedIn address", "https://www.linkedin.com/") },
    { name: "GitHub", href: invented("GitHub address", "https://github.com/") },
  ],
  founders: {
    design: {
      name: invented("first founder's name", "Nora Whitlock"),
      bio: invented("first founder's biography", [
        "Nora started out in a hospital's admissions office, where nine different programs asked her for the same birth date. She has designed software for people behind the counter ever since, and leads all our interviews.",
        "She draws every screen on paper before anybody builds it.",
      ]),
    },
    engineering: {
      name: invented("second founder's name", "Teo Marchetti"),
      bio: invented("second founder's biography", [
        "Teo looked after the machines of a weaving mill before he looked after servers. Both taught him to check things before three in the morning. He writes most of our code and reviews all of it.",
        "He answers the phone himself.",
      ]),
    },
  },
  clients: {
    marketingSite: {
      name: invented("marketing client's name", "Orchard & Vine"),
      url: invented("marketing client's address", "https://example.com/"),
    },
    broodbook: { url: invented("broodbook's address", "https://example.org/") },
    education: { name: invented("education client's name", "Lantern") },
  },
  /** Where disputes about the terms are settled. */
  jurisdiction: invented("jurisdiction", "the State of Oregon, USA"),
} as const;

/** What in this file is still made up, e.g. "email". A production site must have an empty list. */
export const placeholdersLeft: readonly string[] = left;

/** True for a fact that can be handed to search engines. `what` is its name in the list. */
export function isKnown(what: string): boolean {
  return !placeholdersLeft.includes(what);
}
