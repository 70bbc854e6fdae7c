/** The two product showcases: three drawn screens each, in the order they are shown. */
export interface Slide {
  readonly title: string;
  readonly caption: string;
  /** File in `marketing/drawings/`. */
  readonly drawing: string;
  /** What the drawing shows, for people who do not see it. */
  readonly description: string;
}

/** One side of a showcase's story: what happened to one order, or one address, step by step. */
export interface StorySide {
  readonly title: string;
  readonly steps: readonly { readonly when: string; readonly text: string }[];
  /** How it ended. */
  readonly result: string;
}

export interface Showcase {
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly slides: readonly [Slide, Slide, Slide];
  readonly points: readonly { readonly title: string; readonly text: string }[];
  readonly story: {
    readonly title: string;
    readonly text: string;
    readonly before: StorySide;
    readonly after: StorySide;
  };
}

export const poflow: Showcase = {
  name: "POFlow",
  title: "POFlow keeps approvals moving",
  lead: "It takes a purchase order from request to sign-off in one place. Everyone can see whose turn it is.",
  slides: [
    {
      title: "The inbox",
      caption: "What is waiting for you, with the amount and the department that pays.",
      drawing: "screens/poflow-inbox",
      description:
        "A list of four purchase orders waiting for approval, each with supplier, amount and how long it has waited. The first is marked as due today.",
    },
    {
      title: "One order",
      caption: "Who has approved, whose turn it is, and who comes next.",
      drawing: "screens/poflow-order",
      description:
        "Purchase order 2041 for 18,400 dollars with an approval chain: requested by Ines, approved by Marcus, waiting for Priya, then finance. Buttons to approve or to ask a question.",
    },
    {
      title: "The budget",
      caption: "What each department has spent, promised and left.",
      drawing: "screens/poflow-budget",
      description:
        "A report of four departments with bars for money spent and money promised against the budget. Workshop is at 92 percent.",
    },
  ],
  points: [
    {
      title: "Your own rules",
      text: "Limits by amount, department and supplier are in one table, which your finance team can change.",
    },
    {
      title: "Approve from anywhere",
      text: "On a phone, on a tablet in the warehouse, or from the email itself. Every approval is kept with its date.",
    },
    {
      title: "The budget comes first",
      text: "If an order would go over budget, the form says so while it is being written, not three approvals later.",
    },
  ],
  story: {
    title: "One order, before and after",
    text: "A manufacturer lost an early-payment discount nearly every month, because orders waited in the mailbox of somebody on vacation. This is order 2041, for sheet steel, both ways.",
    before: {
      title: "Before",
      steps: [
        { when: "Monday", text: "Ines sends the order to Marcus as a PDF." },
        { when: "Tuesday", text: "Marcus prints it, signs it, scans it and sends it on." },
        { when: "Wednesday", text: "Priya is on vacation. Nobody knows that it waits for her." },
        {
          when: "Next Thursday",
          text: "Finance sees that the budget is nearly used up and asks Ines.",
        },
      ],
      result: "11 days, discount lost",
    },
    after: {
      title: "With POFlow",
      steps: [
        {
          when: "Monday, 9:00",
          text: "Ines writes the order and sees at once what the budget allows.",
        },
        { when: "Monday, 9:12", text: "Marcus approves it on his phone." },
        {
          when: "Monday, 9:13",
          text: "Priya is on vacation, so it goes to her deputy, who approves.",
        },
        { when: "Monday, 11:40", text: "Finance releases it. The whole history is on one page." },
      ],
      result: "2 hours 40 minutes, discount kept",
    },
  },
};

export const broodbook: Showcase = {
  name: "broodbook",
  title: "broodbook keeps a family in touch",
  lead: "Addresses, birthdays and plans in one place that everybody can find, from the great-aunt who writes letters to the nephew who only texts.",
  slides: [
    {
      title: "The family",
      caption: "Three generations on one page. Tap a name to open the card.",
      drawing: "screens/broodbook-family",
      description:
        "A family tree: grandparents Ada and Joseph, their children Ruth, Samuel and Clara, and four grandchildren below.",
    },
    {
      title: "One person",
      caption: "How to reach her, her dates, and what to remember.",
      drawing: "screens/broodbook-person",
      description:
        "The card of Clara Whitfield with phone number, address, her birthday in six days, a wedding anniversary and a note: allergic to hazelnuts.",
    },
    {
      title: "What is coming up",
      caption: "One calendar for the whole family, with a reminder in time to post a card.",
      drawing: "screens/broodbook-calendar",
      description:
        "The month of June with four marked days, and beside it a list: Clara's birthday, reunion at the lake, Theo's recital.",
    },
  ],
  points: [
    {
      title: "Everyone keeps their own card",
      text: "Change your address once, and the whole family has it.",
    },
    {
      title: "Reminders in time",
      text: "A week ahead to post a parcel, a day ahead to call. Everyone chooses which ones they get.",
    },
    {
      title: "Private",
      text: "Only people the family invites can see it. There is no advertising, and one button downloads everything.",
    },
  ],
  story: {
    title: "One new address, before and after",
    text: "It began with a Christmas card list in one grandmother's kitchen drawer. Clara moved house; this is how her family found out.",
    before: {
      title: "Before",
      steps: [
        { when: "May", text: "Clara moves and tells her mother on the phone." },
        { when: "June", text: "Ada writes the address on the card list, in pencil." },
        {
          when: "October",
          text: "Samuel sends a parcel to the old flat. It comes back in three weeks.",
        },
        { when: "December", text: "Ten more households ask Ada for the address, one by one." },
      ],
      result: "Half a year, one lost parcel",
    },
    after: {
      title: "With broodbook",
      steps: [
        { when: "19:02", text: "Clara changes the address on her own card." },
        { when: "19:02", text: "Everyone in the family can see it; nobody has to be told." },
        {
          when: "A week before",
          text: "broodbook reminds Samuel of her birthday, in time for a parcel.",
        },
        { when: "The day before", text: "Theo, who never writes, gets a note to call." },
      ],
      result: "The same minute, once",
    },
  },
};

/** The order on the POFlow page that visitors can approve themselves. */
export const orderDemo = {
  title: "Try it: approve an order",
  lead: "You are Priya, and an order is waiting for you. Change its amount and see who has to agree; then give your answer. This runs in the page you are reading, without any JavaScript.",
  order: "Order 2041",
  supplier: "Keller Steel",
  amountLegend: "Amount",
  answerLegend: "Your answer",
  approve: "Approve",
  ask: "Ask first",
  notYet: "Not yet",
  chainTitle: "Who has to agree",
  budget: "Workshop budget left",
  /** What each amount leaves of the budget, and the rule that it falls under. */
  amounts: [
    {
      id: "small",
      label: "$1,350",
      left: "$23,250",
      rule: "Under $2,000, your approval is enough.",
    },
    {
      id: "medium",
      label: "$4,150",
      left: "$20,450",
      rule: "From $2,000, a manager approves first.",
    },
    {
      id: "large",
      label: "$18,400",
      left: "$6,200",
      rule: "From $10,000, finance approves last.",
    },
  ],
  budgetNow: "$24,600",
  people: {
    asker: { name: "Ines", state: "asked on Monday" },
    manager: { name: "Marcus", state: "approved, 9:12" },
    reader: { name: "You", state: "your turn", approved: "approved just now", asked: "asked Ines" },
    finance: { name: "Finance", state: "comes next", turn: "their turn" },
  },
  waiting: "Waiting for your answer.",
  placed: "Approved. The order goes to Keller Steel.",
  passedOn: "Approved. Finance is asked next.",
  asked: "Ines gets your question, and the order waits.",
} as const;
