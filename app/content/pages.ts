/** Title, description and share image of every public page, as search engines and chats show them. */
export interface PageFacts {
  readonly title: string;
  readonly description: string;
  /** File in `public/share/`, 1200 × 630; drawn by `npm run share-images`. */
  readonly image: string;
  /** What the share image says. */
  readonly shareLine: string;
}

export const pages = {
  home: {
    title: "Selvedge · Truly custom software",
    description:
      "A small studio that designs, builds and looks after software cut to the way your company already works.",
    image: "home.png",
    shareLine: "Truly Custom Software",
  },
  about: {
    title: "About · Selvedge",
    description:
      "Two founders, one designer and one engineer, who stay on your project from the first interview to the last release.",
    image: "about.png",
    shareLine: "The two people who build it",
  },
  faq: {
    title: "Questions and answers · Selvedge",
    description:
      "What custom software costs, how long it takes, who owns the code and what happens after launch: straight answers.",
    image: "faq.png",
    shareLine: "Straight answers, before you ask",
  },
  contact: {
    title: "Contact · Selvedge",
    description:
      "Tell us what gets in the way at work. Call on weekdays 8a-5p or write, and a founder answers.",
    image: "contact.png",
    shareLine: "Tell us what gets in the way",
  },
  pricing: {
    title: "Pricing · Selvedge",
    description:
      "Three monthly plans that keep your software maintained, from $40. All plans include a 14-day free trial.",
    image: "pricing.png",
    shareLine: "Kept in good repair, from $40 a month",
  },
  portfolio: {
    title: "Portfolio · Selvedge",
    description:
      "A digital marketing site, a family contact app, an education platform and a purchase-order system.",
    image: "portfolio.png",
    shareLine: "Work that fits the people who use it",
  },
  poflow: {
    title: "POFlow, purchase-order approvals · Selvedge",
    description:
      "POFlow takes a purchase order from request to approval in one place, with the budget in plain sight.",
    image: "poflow.png",
    shareLine: "POFlow: approvals that keep moving",
  },
  broodbook: {
    title: "broodbook, the family contact manager · Selvedge",
    description:
      "broodbook keeps a whole family's addresses, birthdays and plans in one book that everybody can find.",
    image: "broodbook.png",
    shareLine: "broodbook: everyone you are related to",
  },
  terms: {
    title: "Terms of service · Selvedge",
    description: "The terms under which Selvedge provides this site, its accounts and its plans.",
    image: "legal.png",
    shareLine: "The small print, at a readable size",
  },
  privacy: {
    title: "Privacy policy · Selvedge",
    description: "What Selvedge stores about you, why, for how long, and how to have it removed.",
    image: "legal.png",
    shareLine: "The small print, at a readable size",
  },
} as const satisfies Record<string, PageFacts>;
