/** Copy of the contact page. */
export const contact = {
  title: "Tell us what slows you down",
  lead: "One paragraph is plenty. A founder reads it and writes back, usually with two questions and an opinion.",
} as const;
