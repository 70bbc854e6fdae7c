/**
 * Copy of the about page. The founders' names are in `studio.ts`; the biographies are placeholders listed
 * there.
 */
import { studio } from "../studio";

export interface Founder {
  /** Their address: "/about#design". */
  readonly id: string;
  /** A square picture in `public/`: "/team/nora.jpg". The dashboard shows it too. */
  readonly portrait: string;
  readonly name: string;
  readonly role: string;
  readonly lists: readonly { readonly title: string; readonly items: readonly string[] }[];
  readonly bio: readonly string[];
  /** A last sentence, which the studio's phone number ends. */
  readonly call?: string;
}

export const about = {
  // The nonbreaking space keeps the second sentence on one line.
  title: "Two founders. No\u00a0one in\u00a0between.",
  lead: "You talk to the two people who design and build your software.",
  studio: `We have worked from ${studio.city}, since ${studio.since}. ${studio.nameStory}`,
  team: "Team",
  callToAction: {
    title: "Talk to either of us",
    text: `Call or write. ${studio.replyTime}`,
  },
  portraitLabel: (name: string) => `Illustrated portrait of ${name}`,
} as const;

export const founders: readonly Founder[] = [
  {
    id: "design",
    portrait: "/team/design.svg",
    name: studio.founders.design.name,
    role: "Founder, design and research",
    lists: [
      {
        title: "Brings to your project",
        items: [
          "Interviews where the work happens",
          "Clickable sketches by Friday",
          "Buttons that say what they do",
        ],
      },
      {
        title: "Will ask you",
        items: [
          "Who does this when you are on vacation?",
          "What happens if we do nothing?",
          "Which paper form has outlived three systems?",
        ],
      },
    ],
    bio: [
      "Nora started out in a hospital admissions office, where nine different programs asked her for the same date of birth. Since 2007 she has designed software for people behind the counter, and she leads all our interviews.",
      "She sketches every screen on paper before anyone builds it.",
    ],
  },
  {
    id: "engineering",
    portrait: "/team/engineering.svg",
    name: studio.founders.engineering.name,
    role: "Founder, engineering and operations",
    lists: [
      {
        title: "Brings to your project",
        items: [
          "Data migrations that lose nothing",
          "Tests that run before every release",
          "Releases that people barely notice",
        ],
      },
      {
        title: "Will ask you",
        items: [
          "Which number do you check first on Monday?",
          "Who can see this, and who must not?",
          "What broke the last time, and who noticed?",
        ],
      },
    ],
    bio: [
      "Teo maintained the looms in a textile mill until 2009, and has maintained servers since. Both taught him to check things before they break at 3\u00a0a.m. He writes most of our code and reviews\u00a0all of\u00a0it.",
    ],
    call: "He answers the phone himself:",
  },
];
