/** The four cards of the portfolio page. */
import { studio } from "./studio";

export interface Project {
  readonly drawing: "marketing-site" | "broodbook" | "education" | "poflow";
  readonly kind: string;
  readonly name: string;
  readonly text: string;
  readonly links: readonly { readonly label: string; readonly to: string }[];
}

export const portfolio = {
  title: "Four that fit",
  lead: "Different trades, one way of working: watch, build the smallest useful piece, and stay until nobody needs to ask how it works.",
} as const;

export const projects: readonly Project[] = [
  {
    drawing: "marketing-site",
    kind: "Digital marketing site",
    name: studio.clients.marketingSite.name,
    text: "A wine merchant whose site took a developer to change a price. Now the shop floor edits it from a phone, and a page arrives before you have put your thumb down.",
    links: [
      { label: "View Showcase", to: "#marketing-site" },
      { label: "Visit Site", to: studio.clients.marketingSite.url },
    ],
  },
  {
    drawing: "broodbook",
    kind: "Family contact app",
    name: "broodbook",
    text: "Four generations, eleven households and one shared address book, with birthdays that remind the right cousin in time.",
    links: [
      { label: "View Showcase", to: "/broodbook" },
      { label: "Visit Site", to: studio.clients.broodbook.url },
    ],
  },
  {
    drawing: "education",
    kind: "Education platform",
    name: studio.clients.education.name,
    text: "Lesson plans, attendance and feedback for evening schools. Teachers see who has fallen behind in time to do something about it. The platform is private; ask us for a tour.",
    links: [{ label: "Inquire", to: "/contact" }],
  },
  {
    drawing: "poflow",
    kind: "Purchase-order system",
    name: "POFlow",
    text: "From “can I order this?” to an approved order without a chain of forwarded e-mails, and with the budget in sight the whole way.",
    links: [{ label: "See POFlow", to: "/poflow" }],
  },
];

/** The showcase of the marketing site, which has no page of its own. */
export const marketingSite = {
  title: `${studio.clients.marketingSite.name}, up close`,
  drawing:
    "A short form with the name, price and description of a bottle; one thread leads from it to a shelf label and to a newsletter.",
  text: [
    "The old site was handsome and slow, and every change went through us or somebody like us. We kept the photographs and replaced the rest.",
    "Each bottle is now one short form: name, vintage, price, a sentence about who will like it. The page, the shelf label and the newsletter are all made from it.",
  ],
  facts: [
    { title: "Edited by", text: "whoever is at the counter" },
    { title: "Ships", text: "no script to the reader" },
    { title: "Prints", text: "its own shelf labels" },
  ],
} as const;
