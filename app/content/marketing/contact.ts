/** Copy of the contact page. */
export const contact = {
  guest: {
    title: "Tell us what slows you down",
    lead: "One paragraph is plenty. A founder reads it and writes back, usually with two questions and an opinion.",
  },
  /** For someone who is signed in. */
  customer: {
    title: "What can we do?",
    lead: "A question, a problem or an idea: one paragraph is plenty. A founder reads it and writes back.",
  },
  /** For someone whose plan includes changes. */
  change: {
    title: "Request a change",
    lead: "Which application, what should be different, and for whom? A founder reads it and writes back.",
  },
  readers: "Who reads this",
} as const;
