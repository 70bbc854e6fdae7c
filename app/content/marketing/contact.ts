import { isolate } from "../isolate";

/** Copy of the contact page. */
export const contact = {
  title: "Tell us what slows you down",
  lead: "One paragraph is plenty. A founder reads it and writes back, usually with two questions and an opinion.",
  thanks: (name: string, email: string) =>
    `Thanks${name === "" ? "" : `, ${isolate(name)}`}. One of us will write to ${email} within one business day.`,
} as const;
