/** What happens after a purchase: on the dashboard, and in the email about it. */
import { type DatedText, datedText, type Moment } from "~/content/dated-text";
import { studio } from "../studio";

const { design, engineering } = studio.founders;

export const nextSteps = {
  heading: "What happens next",
  email: (email: string) =>
    `${design.name} or ${engineering.name} will email you at ${email} within one business day.`,
  reply:
    "When you reply, tell us which applications we should take care of, and who can give us access to them.",
  /** `price` is "$250 a month"; null where it is unknown. */
  trial: (end: Moment, price: string | null): DatedText =>
    datedText`You pay nothing until ${end}. Then ${price === null ? "your first month is charged" : `it's ${price}`}, unless you cancel first.`,
  paid: (end: Moment): DatedText =>
    datedText`Your first month is paid. The next payment is on ${end}.`,
} as const;
