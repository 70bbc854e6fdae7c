/** The two product showcases: three drawn screens each, in the order they are shown. */
export interface Slide {
  readonly title: string;
  readonly caption: string;
  /** What the drawing shows, for people who do not see it. */
  readonly description: string;
}

export interface Showcase {
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly slides: readonly [Slide, Slide, Slide];
  readonly points: readonly { readonly title: string; readonly text: string }[];
  readonly story: { readonly title: string; readonly text: readonly string[] };
}

export const poflow: Showcase = {
  name: "POFlow",
  title: "POFlow keeps approvals moving",
  lead: "It takes a purchase order from request to sign-off in one place. Everyone sees whose turn it is, and nobody forwards a PDF again.",
  slides: [
    {
      title: "The inbox",
      caption: "What waits for you, oldest first, with the amount and the budget it comes from.",
      description:
        "A list of four purchase orders waiting for approval, each with supplier, amount and how long it has waited. The first is marked as due today.",
    },
    {
      title: "One order",
      caption:
        "The chain of approval in the open: who has signed, whose turn it is, who comes next.",
      description:
        "Purchase order 2041 for 18,400 dollars with an approval chain: requested by Ines, approved by Marcus, waiting for Priya, then finance. Buttons to approve or to ask a question.",
    },
    {
      title: "The budget",
      caption: "Spent, promised and left, by department, before anybody says yes.",
      description:
        "A report of four departments with bars for money spent and money promised against the budget. Workshop is at 92 percent.",
    },
  ],
  points: [
    {
      title: "One rule book",
      text: "Limits by amount, department and supplier live in one table that finance edits without us.",
    },
    {
      title: "Approve from anywhere",
      text: "A phone, a tablet in the warehouse, or the e-mail itself. Every signature is kept with its date.",
    },
    {
      title: "The budget answers first",
      text: "A request that would overshoot says so while it is being written, not three signatures later.",
    },
  ],
  story: {
    title: "Why it exists",
    text: [
      "A manufacturer lost an early-payment discount every month because orders sat in somebody's vacation mailbox. No approval tool they tried knew that their workshop may overspend in March and never in May.",
      "We wrote down how approvals really went, turned it into a table of rules, and built the screens around it. The old spreadsheet now has one job: being the backup nobody opens.",
    ],
  },
};

export const broodbook: Showcase = {
  name: "broodbook",
  title: "broodbook holds the whole family",
  lead: "Addresses, birthdays and plans where everybody can find them, from the great-aunt who writes letters to the nephew who only texts.",
  slides: [
    {
      title: "The family",
      caption: "Three generations on one page. Tap a name to open the card.",
      description:
        "A family tree: grandparents Ada and Joseph, their children Ruth, Samuel and Clara, and four grandchildren below.",
    },
    {
      title: "One person",
      caption: "How to reach them, when to think of them and what they would like.",
      description:
        "The card of Clara Whitfield with phone number, address, her birthday in six days, a wedding anniversary and a note: allergic to hazelnuts.",
    },
    {
      title: "What is coming up",
      caption: "One calendar for the whole family, with a nudge in time to post a card.",
      description:
        "The month of June with four marked days, and beside it a list: Clara's birthday, reunion at the lake, Theo's recital.",
    },
  ],
  points: [
    {
      title: "Everyone keeps their own card",
      text: "Move house once, tell nobody: the whole family has the new address the same evening.",
    },
    {
      title: "Reminders with a purpose",
      text: "A week ahead to post a parcel, a day ahead to call. Each person picks what reaches them.",
    },
    {
      title: "Private by design",
      text: "A family invites its own. No search, no strangers, no advertisements, and one button to take it all home.",
    },
  ],
  story: {
    title: "Why it exists",
    text: [
      "It began with a Christmas card list that lived in one grandmother's kitchen drawer, in pencil. When she moved, so did eleven households' worth of addresses.",
      "We built broodbook with that family at the table. If a nine-year-old and an eighty-year-old could not both find a cousin's telephone number, we drew the screen again.",
    ],
  },
};
