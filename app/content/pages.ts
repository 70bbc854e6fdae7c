/** Title and description of every public page, for search engines and link previews. */
import type { PublicPath } from "./marketing/public-paths";
import { plans, TRIAL_DAYS } from "./plans.ts";

const planNames = plans.map(({ name }) => name).join(", ");

export interface PublicPageMeta {
  /** Without the studio's name, which is appended. The home page has the default title. */
  readonly title?: string;
  readonly description: string;
  readonly image?: ShareImage;
}

/** A picture for link previews, 1200 × 630. `node tools/screenshots.ts --share` makes it from the drawing. */
interface ShareImage {
  readonly path: string;
  readonly alt: string;
  /** In `app/marketing/drawings/`. */
  readonly drawing: string;
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
    image: {
      path: "/share/pricing.png",
      drawing: "home/seam",
      alt: "A notebook of screens, bound together, with room for one more page.",
    },
  },
  "/portfolio": {
    title: "Portfolio",
    description:
      "A digital marketing site, a family contact app, an education platform and a purchase-order system.",
    image: {
      path: "/share/portfolio.png",
      drawing: "screens/marketing-site",
      alt: "The site of a wine shop: a bottle, its price and a button to reserve it.",
    },
  },
  "/poflow": {
    title: "POFlow, purchase-order approvals",
    description:
      "POFlow takes a purchase order from request to approval in one place, with the budget in plain sight.",
    image: {
      path: "/share/poflow.png",
      drawing: "screens/poflow-inbox",
      alt: "The POFlow inbox: four purchase orders wait for approval, one is due today.",
    },
  },
  "/broodbook": {
    title: "broodbook, the family contact manager",
    description:
      "broodbook keeps a whole family’s addresses, birthdays and plans in one book that everyone can find.",
    image: {
      path: "/share/broodbook.png",
      drawing: "screens/broodbook-family",
      alt: "A family tree in broodbook: three generations of the Whitfields.",
    },
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
