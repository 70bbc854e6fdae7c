/** Copy of the FAQ page. */
import { href } from "react-router";
import { TRIAL_DAYS, TRIAL_PLAN } from "../plans";
import { studio } from "../studio";

interface Question {
  /** Its address: "/faq#cost". */
  readonly id: string;
  readonly question: string;
  readonly answer: readonly string[];
  readonly link?: { readonly label: string; readonly to: string };
}

export const faq = {
  title: "Questions and answers",
  lead: "The five questions we hear in nearly every first call.",
  linkLabel: "Link to this answer",
  /** From pages that name the price of a first piece. */
  costLink: { label: "What custom software costs", to: `${href("/faq")}#cost` },
  another: {
    title: "A sixth question?",
    text: `Ask us. ${studio.replyTime}`,
  },
} as const;

export const questions: readonly Question[] = [
  {
    id: "cost",
    question: "What does custom software cost?",
    answer: [
      `A first piece that takes over real work usually costs ${studio.firstPiecePrice}. A complete system grows piece by piece: most end up between $40,000 and $120,000, spread over a year or more.`,
      "Three things move the price: how many other systems it has to talk to, how much old data comes along, and how many kinds of users need their own rules.",
      "We quote one piece at a time, in writing, before we start it. The quote is what you pay, even if the work takes longer than we expected. After each piece, you can stop and keep what you have.",
    ],
  },
  {
    id: "first-piece",
    question: "How soon will there be something to use?",
    answer: [
      "Within weeks. We start with the smallest piece that takes real work off someone’s desk.",
      "From then on, there’s something new to try every week. You decide when it’s ready for everyone.",
    ],
  },
  {
    id: "ownership",
    question: "Who owns the code and the data?",
    answer: [
      "You do, from day one. The repository, the hosting account and the domain are in your company’s name, and you give us access.",
      "We use widely known open-source tools, so any good team can take over. We write the manual with that team in mind.",
    ],
  },
  {
    id: "rescue",
    question: "Can you rescue a project that someone else started?",
    answer: [
      "Often. We spend a few days reading the code and running it, then tell you what we’d keep, what we’d replace, and in what order. That report is yours whether or not you hire us for the rest.",
      "We don’t start over just because starting over is more fun.",
    ],
  },
  {
    id: "after-launch",
    question: "What happens after launch?",
    answer: [
      `With a plan, we look after your software: updates, backups and monitoring are included. ${studio.replyTime} The larger plans include changes. You can cancel from your account at any time.`,
      `Your first ${TRIAL_PLAN} starts with a ${TRIAL_DAYS}-day free trial, so you can see how we respond before you pay.`,
    ],
    link: { label: "View plans", to: href("/pricing") },
  },
];
