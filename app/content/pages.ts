/** Title, description and share image of every public page, as search engines and chats show them. */
export interface PageFacts {
  /** The studio's name is added to it. The home page has the studio's own title. */
  readonly title?: string;
  readonly description: string;
  /** File in `public/share/`, 1200 × 630; drawn by `node tools/share-images.ts`. */
  readonly image: string;
  /** What the share image says. */
  readonly shareLine: string;
}

export const pages = {
  home: {
    description:
      "A small studio that designs, builds and maintains software to fit the way your company already works.",
    image: "home.png",
    shareLine: "Truly Custom Software",
  },
  about: {
    title: "About",
    description:
      "Two founders, one designer and one engineer, who stay on your project from the first interview to the last release.",
    image: "about.png",
    shareLine: "The two people who build it",
  },
  faq: {
    title: "Questions and answers",
    description:
      "What custom software costs, how long it takes, who owns the code and what happens after launch: straight answers.",
    image: "faq.png",
    shareLine: "Straight answers, before you ask",
  },
  contact: {
    title: "Contact",
    description:
      "Tell us what slows you down at work. Call on weekdays 8a-5p or write; a founder answers within one working day.",
    image: "contact.png",
    shareLine: "Tell us what slows you down",
  },
  pricing: {
    title: "Pricing",
    description:
      "Three monthly plans that keep your software maintained, from $40. All plans include a 14-day free trial.",
    image: "pricing.png",
    shareLine: "Looked after, from $40 a month",
  },
  portfolio: {
    title: "Portfolio",
    description:
      "A digital marketing site, a family contact app, an education platform and a purchase-order system.",
    image: "portfolio.png",
    shareLine: "Work that fits the people who use it",
  },
  poflow: {
    title: "POFlow, purchase-order approvals",
    description:
      "POFlow takes a purchase order from request to approval in one place, with the budget in plain sight.",
    image: "poflow.png",
    shareLine: "POFlow: approvals that keep moving",
  },
  broodbook: {
    title: "broodbook, the family contact manager",
    description:
      "broodbook keeps a whole family's addresses, birthdays and plans in one book that everybody can find.",
    image: "broodbook.png",
    shareLine: "broodbook: everyone you are related to",
  },
  terms: {
    title: "Terms of service",
    description: "The terms under which we provide this site, its accounts and its plans.",
    image: "legal.png",
    shareLine: "Terms and privacy, in plain words",
  },
  privacy: {
    title: "Privacy policy",
    description: "What we store about you, why, for how long, and how to have it removed.",
    image: "legal.png",
    shareLine: "Terms and privacy, in plain words",
  },
} as const satisfies Record<string, PageFacts>;
