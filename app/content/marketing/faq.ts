/** Copy of the FAQ page. */
import { TRIAL_DAYS } from "../plans";

export interface Question {
  readonly question: string;
  readonly answer: readonly string[];
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
      "More than a subscription at first, often less over three years. Compare it with everything you pay today: seats, add-ons, and the hours your team spends working around the tool.",
      "We quote one piece at a time, in writing, before we start it. The quote is what you pay, even if the work takes longer than we expected. After each piece, you can stop and keep what you have.",
    ],
  },
  {
    question: "How soon will there be something to use?",
    answer: [
      "Within weeks. We start with the smallest piece that takes real work off someone's desk.",
      "From then on, there's something new to try every week. You decide when it's ready for everyone.",
    ],
  },
  {
    question: "Who owns the code and the data?",
    answer: [
      "You do, from day one. The repository, the hosting account and the domain are in your company's name, and you give us access.",
      "We use widely known open-source tools, so any good team can take over. We write the manual with that team in mind.",
    ],
  },
  {
    question: "Can you rescue a project that someone else started?",
    answer: [
      "Often. We spend a few days reading the code and running it, then tell you what we'd keep, what we'd replace, and in what order. That report is yours whether or not you hire us for the rest.",
      "We don't start over just because starting over is more fun.",
    ],
  },
  {
    question: "What happens after launch?",
    answer: [
      "Software needs care: browsers change, vendors change their systems, and someone has a better idea. A plan covers updates, backups, monitoring and small changes. You can cancel it from your account at any time.",
      `All plans include a ${TRIAL_DAYS}-day free trial, so you can see how we respond before you pay.`,
    ],
    link: { label: "See the plans", to: "/pricing" },
  },
];
