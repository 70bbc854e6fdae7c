/** Copy of the portfolio page. */
import { href } from "react-router";
import { studio } from "../studio";
import type { Testimony } from "./home";
import { broodbook, poflow } from "./showcases";

export interface Project {
  /** A drawing in `marketing/drawings/`, or a screenshot in `public/`: "/work/poflow.png". */
  readonly drawing: string;
  readonly kind: string;
  readonly name: string;
  readonly text: string;
  readonly figure: { readonly value: string; readonly text: string };
  readonly testimony: Testimony;
  readonly links: readonly { readonly label: string; readonly to: string }[];
}

export const portfolio = {
  illustration: (name: string) => `Illustrated screen of ${name}`,
  title: "Four projects, up close",
  lead: "Different industries, one approach: we watch how people work, build the smallest useful piece, and stay until no one needs help with it.",
  callToAction: {
    title: "What should the fifth one be?",
    text: "Describe the work in one paragraph. We’ll tell you what we’d build first, and roughly what it would cost.",
  },
} as const;

/** The first has its showcase on this page. */
export const projects: readonly [Project, ...Project[]] = [
  {
    drawing: "screens/marketing-site",
    kind: "Digital marketing site",
    name: studio.clients.marketingSite.name,
    text: "A wine shop needed a developer to change a price. Now the staff edit the site from a phone between two customers.",
    figure: { value: "1 minute", text: "to change a price, down from 2 days" },
    testimony: {
      quote:
        "I used to write an email and wait two days. Now I change it while the customer decides.",
      portrait: "portraits/shop",
      client: `Luis Ortega, owner, ${studio.clients.marketingSite.name}`,
    },
    links: [
      { label: "View Showcase", to: "#marketing-site" },
      { label: "Visit Site", to: studio.clients.marketingSite.url },
    ],
  },
  {
    drawing: "screens/broodbook-family",
    kind: "Family contact app",
    name: "broodbook",
    text: "One address book for three generations in eleven households, with birthday reminders that reach the right cousin in time.",
    figure: broodbook.result.figures[2],
    testimony: broodbook.result,
    links: [
      { label: "View Showcase", to: href("/broodbook") },
      { label: "Visit Site", to: studio.clients.broodbook.url },
    ],
  },
  {
    drawing: "screens/education",
    kind: "Education platform",
    name: studio.clients.education.name,
    text: "Lesson plans, attendance and feedback for night schools. Teachers see early who is falling behind. The platform is private; ask us for a tour.",
    figure: { value: "8 of 10", text: "students finish the term, up from 7" },
    testimony: {
      quote: "We used to find out in June who had stopped coming in March.",
      portrait: "portraits/school",
      client: "Miriam Cole, Harborview Evening School",
    },
    links: [{ label: "Inquire", to: href("/contact") }],
  },
  {
    drawing: "screens/poflow-inbox",
    kind: "Purchase-order system",
    name: "POFlow",
    text: "From “can I order this?” to an approved order without forwarded emails, and with the budget in sight the whole way.",
    figure: poflow.result.figures[0],
    testimony: poflow.result,
    links: [{ label: "View Showcase", to: href("/poflow") }],
  },
];

/** Showcase of the marketing site, at the end of its project. */
export const marketingSite = {
  title: "One form for each bottle",
  drawing: "screens/marketing-editor",
  description:
    "A short form with the name, price and description of a bottle, connected to a shelf label and a newsletter.",
  text: "Name, vintage, price, and a sentence about who will like it: anyone on shift can fill it in. The page, the shelf label and the newsletter are all generated from it.",
} as const;
