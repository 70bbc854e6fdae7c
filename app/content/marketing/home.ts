/** Copy of the home page. */
import { brand } from "../brand";
import { studio } from "../studio";

export const hero = {
  title: "Truly Custom Software",
  lead: `${brand.name} designs, builds and maintains software to fit the way your company already works. You pay for the work, not per seat.`,
  start: "Get Started",
  work: "View Our Work",
} as const;

export const features = {
  title: "Most software is built for everyone. That’s why it doesn’t fit you.",
  items: [
    {
      drawing: "home/knot",
      title: "Feeling Trapped?",
      text: "Your vendor sets the price and the roadmap. We get your data out and rebuild the part you use every day.",
    },
    {
      drawing: "home/needle",
      title: "Need Guidance?",
      text: "You know your work; you shouldn’t have to know databases. We tell you in plain English what to build, what to buy and what to leave alone.",
    },
    {
      drawing: "home/stretch",
      title: "Want Flexibility?",
      text: "Start with the one form everyone dreads. Add the next piece when the first has paid for itself, or stop there.",
    },
  ],
} as const;

export const tailored = {
  title: "Tailored software, in three steps",
  lead: "A tailor measures, cuts, and leaves some fabric to let out later. So do we.",
  steps: [
    {
      drawing: "home/measure",
      title: "We measure before we cut",
      text: "We watch how the work gets done: the sticky notes, the second spreadsheet, the email that starts with “just checking”. You get a two-page plan: what hurts, what it costs, and what we’d build first.",
    },
    {
      drawing: "home/pattern",
      title: "You try it on every week",
      text: "Every week there’s something new to click through, with your own data in it, while it’s still cheap to change.",
    },
    {
      drawing: "home/seam",
      title: "We leave room to grow",
      text: "Plain code, automated tests and short docs: a small change can take an afternoon, for us or for someone else.",
    },
  ],
} as const;

export const benefits = {
  title: "What you can count on",
  items: [
    {
      title: "Your code",
      text: "The repository, the domain and the data belong to you from day one, and any good team can take over.",
    },
    {
      title: "A price you know up front",
      text: `We quote each piece in writing, and the quote is what you pay. A first piece usually costs ${studio.firstPiecePrice}.`,
    },
    {
      title: "The people who built it",
      text: `${studio.replyTime} You talk to the people who designed and built your software.`,
    },
  ],
} as const;

export const afterLaunch = {
  title: "What happens after launch?",
  text: [
    "With a plan, we install the updates, check the backups and fix what an update breaks. Without one, it keeps running, and any good team can take over.",
  ],
  from: (price: string) => `Plans start at ${price}.`,
  link: "View plans",
} as const;

/** The end of a page: a question, and what to expect from writing to the studio. */
export interface CallToActionCopy {
  readonly title: string;
  readonly text: string;
}

/** A client's sentence and face: a drawing in `marketing/drawings/`, or a photograph in `public/`. */
export interface Testimony {
  readonly quote: string;
  readonly client: string;
  readonly portrait: string;
}

export const CONTACT_LABEL = "Get in Touch";

/** Beside projects, while their clients are placeholders. */
export const EXAMPLES = "Clients and their figures are examples.";

export const callToAction: CallToActionCopy = {
  title: "Ready to get started?",
  text: "Tell us one thing that slows you down. We’ll tell you what we’d do about it, and whether you need us at all.",
};
