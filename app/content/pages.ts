/** Title and description of every public page, for search engines and link previews. */
import type { PublicPath } from "./marketing/public-paths";
import { plans, TRIAL_DAYS } from "./plans";

const planNames = plans.map(({ name }) => name).join(", ");

interface PublicPageMeta {
  /** Without the studio's name, which is appended. The home page has the default title. */
  readonly title?: string;
  readonly description: string;
}

export const pages = {
  "/": {
    description:
      "A small studio that designs, builds and maintains software to fit the way your company already works.",
  },
  "/about": {
    title: "About",
    description:
      "Two founders, one designer and one engineer, who stay on your project from the first interview to the last release.",
  },
  "/faq": {
    title: "Questions and answers",
    description:
      "What custom software costs, how long it takes, who owns the code and what happens after launch: straight answers.",
  },
  "/contact": {
    title: "Contact",
    description:
      "Tell us what slows you down at work. Call on weekdays 8a-5p or write; a founder replies within one business day.",
  },
  "/pricing": {
    title: "Pricing",
    description: `${planNames}: monthly plans that keep your software maintained. All plans include a ${TRIAL_DAYS}-day free trial.`,
  },
  "/portfolio": {
    title: "Portfolio",
    description:
      "A digital marketing site, a family contact app, an education platform and a purchase-order system.",
  },
  "/poflow": {
    title: "POFlow, purchase-order approvals",
    description:
      "POFlow takes a purchase order from request to approval in one place, with the budget in plain sight.",
  },
  "/broodbook": {
    title: "broodbook, the family contact manager",
    description:
      "broodbook keeps a whole family’s addresses, birthdays and plans in one book that everyone can find.",
  },
  "/legal/terms-of-service": {
    title: "Terms of service",
    description: "The terms under which we provide this site, its accounts and its plans.",
  },
  "/legal/privacy-policy": {
    title: "Privacy policy",
    description: "What we store about you, why, for how long, and how to have it removed.",
  },
  "/legal/accessibility": {
    title: "Accessibility",
    description: "How we keep this site usable for everyone, and how to report a problem.",
  },
} as const satisfies Record<PublicPath, PublicPageMeta>;
