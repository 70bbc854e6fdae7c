/** The founders, as the about page introduces them. Their names are in `studio.ts`; the biographies are made up until they leave its list. */
import { studio } from "../studio";

export interface Founder {
  /** File in `marketing/drawings/`. */
  readonly portrait: string;
  readonly name: string;
  readonly role: string;
  readonly lists: readonly { readonly title: string; readonly items: readonly string[] }[];
  readonly bio: readonly string[];
}

export const about = {
  title: "Two founders. Nobody in between.",
  lead: `You talk to the two people who design and build your software. ${studio.nameStory}`,
  team: "Team",
  portraitOf: (name: string) => `Drawing of ${name}`,
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
      title: "Easy to leave",
      text: "Standard tools, automatic tests and a readable manual. You should stay with us because you like it, not because leaving is hard.",
    },
  ],
} as const;

export const founders: readonly Founder[] = [
  {
    portrait: "portraits/design",
    name: studio.founders.design.name,
    role: "Founder, design and research",
    lists: [
      {
        title: "Brings to your project",
        items: [
          "Interviews where the work happens",
          "Sketches to click through by Friday",
          "Buttons that say what they do",
        ],
      },
      {
        title: "Will ask you",
        items: ["Who does this when you are on vacation?", "What happens if we do nothing?"],
      },
    ],
    bio: [
      "Nora started out in a hospital's admissions office, where nine different programs asked her for the same birth date. She has designed software for people behind the counter ever since, and leads all our interviews.",
      "She draws every screen on paper before anybody builds it.",
    ],
  },
  {
    portrait: "portraits/engineering",
    name: studio.founders.engineering.name,
    role: "Founder, engineering and operations",
    lists: [
      {
        title: "Brings to your project",
        items: [
          "Moving data without losing any",
          "Tests before promises",
          "Releases you barely notice",
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
    bio: [
      "Teo looked after the machines of a weaving mill before he looked after servers. Both taught him to check things before three in the morning. He writes most of our code and reviews all of it.",
      "He answers the phone himself.",
    ],
  },
];
