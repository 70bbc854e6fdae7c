/** The five questions of the FAQ page. */
export interface Question {
  readonly question: string;
  readonly answer: readonly string[];
  /** Where to read on. */
  readonly link?: { readonly label: string; readonly to: string };
}

export const faq = {
  title: "Questions and answers",
  lead: "The five questions we hear in nearly every first call.",
} as const;

export const questions: readonly Question[] = [
  {
    question: "What does custom software cost?",
    answer: [
      "More than a subscription at first, and often less over three years. Compare it with everything you pay today: seats, add-ons, and the hours your team spends working around the tool.",
      "We quote one piece at a time, in writing, before we start it. The quote is what you pay, even if the work takes us longer than we thought. After each piece you can stop and keep what you have.",
    ],
  },
  {
    question: "How soon will there be something to use?",
    answer: [
      "Within weeks. We start with the smallest piece that takes real work off somebody's desk.",
      "From then on there is something new to try every week. You decide when it is ready for everyone.",
    ],
  },
  {
    question: "Who owns the code and the data?",
    answer: [
      "You do, from the first day. The repository, the hosting account and the domain are opened in your company's name, and you give us access.",
      "We use widely known open-source tools, so any good team can take over. We write the manual for that team.",
    ],
  },
  {
    question: "Can you rescue something that somebody else began?",
    answer: [
      "Often. We first spend a few days reading and running it, then tell you what we would keep, what we would replace, and in which order. That report is yours whether or not you hire us for the rest.",
      "We do not start over just because starting over is more fun.",
    ],
  },
  {
    question: "What happens after launch?",
    answer: [
      "Software needs care: browsers change, suppliers change their systems, and somebody has a better idea. A plan covers updates, backups, monitoring and small changes. You can cancel it from your account at any time.",
      "All plans include a 14-day free trial, so you can see how we answer before you pay.",
    ],
    link: { label: "See the plans", to: "/pricing" },
  },
];
