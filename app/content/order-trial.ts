/** The order on the POFlow page that visitors can approve themselves. */
export const orderTrial = {
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
