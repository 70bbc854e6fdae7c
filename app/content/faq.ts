/** The five questions of the FAQ page. */
export interface Question {
  readonly question: string;
  readonly answer: readonly string[];
  /** Where to read on. */
  readonly link?: { readonly label: string; readonly to: string };
}

export const faq = {
  title: "Fair questions",
  lead: "The five we hear in nearly every first call, answered the way we answer them on the phone.",
} as const;

export const questions: readonly Question[] = [
  {
    question: "What does custom software cost?",
    answer: [
      "Less than most people fear and more than a subscription, so the honest comparison is over three years: seats, add-ons and the hours your team spends working around the thing you bought.",
      "We quote one piece at a time, in writing, before we start it. The quote is what you pay. If we were wrong about the effort, that is our problem, and if the piece turns out not to be worth it, you stop there with something that works.",
    ],
  },
  {
    question: "How soon will there be something to use?",
    answer: [
      "You will click through a first version within weeks, not quarters, because we start with the smallest piece that takes real work off somebody's desk.",
      "From then on there is something new to try every week. You decide when it is good enough to put in front of everyone.",
    ],
  },
  {
    question: "Who owns the code and the data?",
    answer: [
      "You do, from the first day. The repository, the hosting account and the domain are opened in your company's name and we are guests in them.",
      "We build on widely used, openly licensed tools, so any competent team can take over. We write the manual with that team in mind.",
    ],
  },
  {
    question: "Can you rescue something that somebody else began?",
    answer: [
      "Often. We first spend a few days reading it and running it, then tell you what we would keep, what we would replace and in which order. You own that report whether or not you hire us for the rest.",
      "What we will not do is start over just because starting over is more fun.",
    ],
  },
  {
    question: "What happens after launch?",
    answer: [
      "Software ages: browsers change, a supplier moves an interface, somebody has a better idea. A plan covers updates, backups, monitoring and small alterations, and every plan can be cancelled from your account at any time.",
      "All plans include a 14-day free trial, so you can see how we answer before you pay for it.",
    ],
    link: { label: "See the plans", to: "/pricing" },
  },
];
