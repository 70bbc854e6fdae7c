/** The founders, as the about page introduces them. Who they are is in `site.ts`. */
import { studio } from "./studio";

export interface Founder {
  readonly portrait: "design" | "engineering";
  readonly name: string;
  readonly role: string;
  readonly lists: readonly { readonly title: string; readonly items: readonly string[] }[];
  readonly bio: readonly string[];
}

export const about = {
  title: "Two founders. Nobody in between.",
  lead: "The selvedge is the edge of a cloth that is finished as it is woven, so that it cannot fray. That is how we like to work: few hands, and nothing left hanging.",
  principles: [
    {
      title: "Small on purpose",
      text: "We take on a few clients at a time. The people who answer your first message write the code and are still there for the tenth release.",
    },
    {
      title: "Plain words",
      text: "If we cannot explain a decision at your kitchen table, we have not understood it yet. Every plan we write fits on two pages.",
    },
    {
      title: "Made to be left",
      text: "Standard tools, tests and a readable manual. You should stay with us because it is pleasant, not because it would hurt to go.",
    },
  ],
} as const;

export const founders: readonly Founder[] = [
  {
    portrait: "design",
    name: studio.founders.design.name,
    role: "Founder, design and research",
    lists: [
      {
        title: "Brings to your project",
        items: [
          "Interviews where the work happens",
          "Sketches you can click by Friday",
          "Words on buttons that mean one thing",
        ],
      },
      {
        title: "Will ask you",
        items: ["Who does this when you are on vacation?", "What happens if we do nothing?"],
      },
    ],
    bio: studio.founders.design.bio,
  },
  {
    portrait: "engineering",
    name: studio.founders.engineering.name,
    role: "Founder, engineering and operations",
    lists: [
      {
        title: "Brings to your project",
        items: [
          "Systems that move data without losing any",
          "Tests before promises",
          "A release you barely notice",
        ],
      },
      {
        title: "Will ask you",
        items: [
          "Which number do you check first on Monday?",
          "Who may see this, and who must not?",
        ],
      },
    ],
    bio: studio.founders.engineering.bio,
  },
];
