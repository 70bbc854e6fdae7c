/** Copy of the contact page and its form. */
export const contact = {
  /** In the spreadsheet, a message that could not be checked or looks like spam. */
  suspected: (message: string) => `[Suspected spam] ${message}`,
  title: "Tell us what slows you down",
  lead: "One paragraph is plenty. A founder reads it and writes back, usually with two questions and an opinion.",
  call: "Call",
  write: "Email",
  sent: "Your message has been sent!",
  thanks: (name: string, email: string) =>
    `Thanks${name === "" ? "" : `, ${name}`}. One of us will write to ${email} within one business day.`,
  another: "Write another message",
  notSent: "Your message could not be sent. Please try again in a moment.",
  send: "Send message",
  fields: { name: "Name", email: "Email", message: "Message" },
  /** Label of the hidden field that catches bots. */
  honeypot: "Leave this field empty",
} as const;

/** Validation of the contact form. */
export const contactErrors = {
  name: "Please enter your name",
  email: "Please enter your email",
  message: "Please enter a message",
  tooLong: (max: number) => `Please keep it under ${max.toLocaleString("en-US")} characters`,
} as const;
