/** Copy of the home page. */
import { brand } from "../brand";
import { studio } from "../studio";

export const hero = {
  title: "Truly Custom Software",
  lead: `${brand.name} designs, builds and maintains software to fit the way your company already works. You pay for the work, not per seat, and you own what we build.`,
  write: "Tell us what slows you down",
  start: "Get Started",
  work: "View Our Work",
} as const;

export const features = {
  title: "Most software is built for everyone. That’s why it doesn’t fit you.",
  items: [
    {
      drawing: "home/knot",
      title: "Feeling Trapped?",
      text: "Your vendor sets the price, the roadmap and what you can export. We get your data out, rebuild the part you use every day, and give you the source code.",
    },
    {
      drawing: "home/needle",
      title: "Need Guidance?",
      text: "You know your work; you shouldn’t have to know databases. We sit with the people who do the job, then tell you in plain English what to build, what to buy and what to leave alone.",
    },
    {
      drawing: "home/stretch",
      title: "Want Flexibility?",
      text: "Start with the one form everyone dreads. Add the next piece when the first has paid for itself, or stop there. Everything we build runs without us.",
    },
  ],
} as const;

export const tailored = {
  title: "Tailored software, in three steps",
  lead: "A tailor measures, cuts, and leaves some fabric to let out later. We work the same way.",
  steps: [
    {
      drawing: "home/measure",
      title: "We measure before we cut",
      text: "We watch how the work gets done: the sticky notes, the second spreadsheet, the email that starts with “just checking”. You get a two-page plan: what hurts, what it costs you, and what we’d build first.",
    },
    {
      drawing: "home/pattern",
      title: "You try it on every week",
      text: "Every week there’s something new to click through, with your own data in it. The people who will use it tell us what’s wrong while it’s still cheap to change.",
    },
    {
      drawing: "home/seam",
      title: "We leave room to grow",
      text: "Companies change. We write plain code with automated tests and short docs, so the next change takes an afternoon, whether we make it or someone else does.",
    },
  ],
} as const;

export const benefits = {
  title: "What’s yours when we’re done",
  items: [
    {
      title: "The code",
      text: "The repository, the domain, the accounts and the data belong to you from day one.",
    },
    {
      title: "A price you know up front",
      text: `We quote each piece in writing before we start, and the quote is what you pay. A first piece usually costs ${studio.firstPiecePrice}.`,
    },
    {
      title: "The people who built it",
      text: "Write to us and a founder replies. There’s no ticket queue.",
    },
  ],
} as const;

export const afterLaunch = {
  title: "What happens after launch?",
  text: [
    "Browsers change, vendors change their systems, and someone has a better idea. With a plan, we install the updates, check the backups and fix what breaks, and a founder answers when you write.",
    "Without one, the software keeps running. You have the code, the tests and the manual.",
  ],
  from: (price: string) => `Plans start at ${price}.`,
  link: "See the plans",
} as const;

/** The end of a page: a question, and what to expect from writing to the studio. */
export interface CallToActionCopy {
  readonly title: string;
  readonly text: string;
}

export const CONTACT_LABEL = "Get in Touch";

export const callToAction: CallToActionCopy = {
  title: "Ready to get started?",
  text: "Tell us one thing that slows you down at work. We’ll tell you what we’d do about it, and whether you need us at all.",
};
