/** Copy of the two product showcases. */
import { studio } from "../studio";
import type { CallToActionCopy, Testimony } from "./home";

export interface Slide {
  readonly title: string;
  readonly caption: string;
  /** File in `marketing/drawings/`. */
  readonly drawing: string;
  /** Alternative text of the illustration. */
  readonly description: string;
}

/** One side of a before-and-after story, step by step. */
export interface StorySide {
  readonly title: string;
  readonly steps: readonly { readonly when: string; readonly text: string }[];
  readonly result: string;
}

/** What changed for a client, in numbers and in their words. */
export interface Result extends Testimony {
  readonly figures: readonly [Figure, Figure, Figure];
}

interface Figure {
  readonly value: string;
  readonly text: string;
}

/** How the product works in one respect, beside a crop of its screen. */
interface Point {
  readonly title: string;
  readonly text: string;
  /** File in `marketing/drawings/`: it shows what the text says. */
  readonly drawing: string;
}

export interface Showcase {
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  /** Beside the lead: whom it was made for, and what one would cost. */
  readonly origin: string;
  /** The client's site, where the public may see it. */
  readonly site?: string;
  readonly slides: readonly [Slide, Slide, Slide];
  readonly result: Result;
  readonly points: readonly Point[];
  readonly story: {
    readonly title: string;
    readonly text: string;
    readonly before: StorySide;
    readonly after: StorySide;
  };
  readonly callToAction: CallToActionCopy;
}

export const poflow: Showcase = {
  name: "POFlow",
  title: "POFlow keeps approvals moving",
  lead: "It takes a purchase order from request to sign-off in one place. Everyone can see whose turn it is.",
  origin: `Made for ${studio.clients.poflow.name}. Yours would be made for you: a first piece usually costs ${studio.firstPiecePrice}.`,
  slides: [
    {
      title: "The inbox",
      caption: "What needs your approval, with the amount and the department that pays.",
      drawing: "screens/poflow-inbox",
      description:
        "A list of four purchase orders waiting for approval, each with supplier, amount and the day it is due. The first is due today.",
    },
    {
      title: "One order",
      caption: "Who has approved, whose turn it is, and who comes next.",
      drawing: "screens/poflow-order",
      description:
        "Purchase order 2041 for 18,400 dollars with an approval chain: requested by Ines, approved by Marcus, waiting for Lee, who stands in for Priya, then finance. Buttons to approve or to ask a question.",
    },
    {
      title: "The budget",
      caption: "What each department has spent, committed and left.",
      drawing: "screens/poflow-budget",
      description:
        "A report of four departments with bars for money spent and committed against the budget. Workshop is at 92 percent.",
    },
  ],
  result: {
    figures: [
      { value: "2 days", text: "average wait for approval, down from 11" },
      { value: "$38,000", text: "saved by paying early in the first year" },
      { value: "1,900 orders", text: "in the first year, each with its whole history" },
    ],
    quote:
      "I used to start the week asking who had signed what. Now I open one page and get on with it.",
    portrait: "portraits/purchasing",
    client: `Dana Kessler, head of purchasing, ${studio.clients.poflow.name}`,
  },
  points: [
    {
      title: "Your own rules",
      text: "Limits by amount, department and supplier are in one table that your finance team can edit.",
      drawing: "points/poflow-rules",
    },
    {
      title: "Approve from anywhere",
      text: "On a phone, on a tablet in the warehouse, or from the email itself. Every approval is recorded with its date.",
      drawing: "points/poflow-email",
    },
    {
      title: "The budget comes first",
      text: "If an order would go over budget, the form says so while you fill it in, not three approvals later.",
      drawing: "points/poflow-over",
    },
  ],
  story: {
    title: "One order, before and after",
    text: "A manufacturer lost an early-payment discount nearly every month, because orders sat in the inbox of someone on vacation. Here’s order 2041, for sheet steel, both ways.",
    before: {
      title: "Before",
      steps: [
        { when: "Monday", text: "Ines sends the order to Marcus as a PDF." },
        { when: "Tuesday", text: "Marcus prints it, signs it, scans it and forwards it." },
        { when: "Wednesday", text: "Priya is on vacation. No one knows it’s waiting for her." },
        {
          when: "Friday, week two",
          text: "Finance sees that the budget is nearly used up and asks Ines about it.",
        },
      ],
      result: "11 days, discount lost",
    },
    after: {
      title: "With POFlow",
      steps: [
        {
          when: "Monday, 9:00 AM",
          text: "Ines fills in the order and sees right away what the budget allows.",
        },
        { when: "Monday, 9:12 AM", text: "Marcus approves it on his phone." },
        {
          when: "Monday, 9:13 AM",
          text: "Priya is on vacation, so it goes to Lee, her backup, who approves it.",
        },
        { when: "Monday, 11:40 AM", text: "Finance releases it. The full history is on one page." },
      ],
      result: "2 hours 40 minutes, discount kept",
    },
  },
  callToAction: {
    title: "Do your approvals wait in an inbox?",
    text: "Tell us how an order gets signed today. We’ll tell you what could change first, and what that would cost.",
  },
};

export const broodbook: Showcase = {
  name: "broodbook",
  title: "broodbook keeps a family in touch",
  lead: "Addresses, birthdays and plans in one place that everyone can find, from the great-aunt who writes letters to the nephew who only texts.",
  origin: `Made for the Whitfield family. Your supplier or on-call list could work the same way: a first piece usually costs ${studio.firstPiecePrice}.`,
  site: studio.clients.broodbook.url,
  slides: [
    {
      title: "The family",
      caption: "Three generations on one page. A name opens its card.",
      drawing: "screens/broodbook-family",
      description:
        "A family tree: grandparents Ada and Joseph, their children Ruth, Samuel and Clara, and four grandchildren below.",
    },
    {
      title: "One person",
      caption: "How to reach her, her important dates, and what to remember.",
      drawing: "screens/broodbook-person",
      description:
        "The card of Clara Whitfield with phone number, address, her birthday in six days, a wedding anniversary and a note: allergic to hazelnuts.",
    },
    {
      title: "What’s coming up",
      caption: "One calendar for the whole family, with a reminder in time to mail a card.",
      drawing: "screens/broodbook-calendar",
      description:
        "The month of June with six marked days, and beside it what they are: four birthdays, the family’s reunion and Theo’s recital. Today is May 31, and a reminder says to mail Clara’s card.",
    },
  ],
  result: {
    figures: [
      { value: "Same day", text: "to share a new address, down from half a year" },
      { value: "9 of 11", text: "households keep their own card up to date" },
      { value: "31 of 34", text: "birthdays last year got a card in time" },
    ],
    quote:
      "My mother guarded our addresses in a kitchen drawer. Now she’s the one who tells us to update them.",
    portrait: "portraits/family",
    client: "Clara Whitfield, of the Whitfield family, who moved twice",
  },
  points: [
    {
      title: "Everyone keeps their own card",
      text: "Change your address once, and the whole family has it.",
      drawing: "points/broodbook-address",
    },
    {
      title: "Reminders in time",
      text: "A week ahead to mail a package, a day ahead to call. Everyone chooses which ones they get.",
      drawing: "points/broodbook-reminders",
    },
    {
      title: "Private",
      text: "Only people the family invites can see it. There are no ads, and one button downloads everything.",
      drawing: "points/broodbook-private",
    },
  ],
  story: {
    title: "One new address, before and after",
    text: "It started with a Christmas card list in a grandmother’s kitchen drawer. Clara moved; here’s how her family found out.",
    before: {
      title: "Before",
      steps: [
        { when: "May", text: "Clara moves and tells her mother over the phone." },
        { when: "June", text: "Ada writes the address on the card list, in pencil." },
        {
          when: "October",
          text: "Samuel mails a package to the old apartment. It comes back three weeks later.",
        },
        { when: "December", text: "Nine households ask Ada, one by one, where Clara lives." },
      ],
      result: "Half a year, one returned package",
    },
    after: {
      title: "With broodbook",
      steps: [
        { when: "May, 7:02 PM", text: "Clara moves and changes the address on her own card." },
        { when: "May, 7:03 PM", text: "All eleven households can see it. No calls needed." },
        {
          when: "October",
          text: "Samuel mails a package to the new address. It arrives three days later.",
        },
        { when: "December", text: "Nine households mail their cards. No one has to ask Ada." },
      ],
      result: "One minute, one delivered package",
    },
  },
  callToAction: {
    title: "Is there a list that only one person can find?",
    text: "Every family has one, and so does every company. Tell us where yours lives, and we’ll tell you what it could become.",
  },
};
