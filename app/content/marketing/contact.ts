/** The words of the contact page. */
export const contact = {
  title: "Tell us what slows you down",
  lead: "One paragraph is plenty. A founder reads it and writes back, usually with two questions and an opinion.",
  call: "Call",
  write: "Write",
  sent: "Your message has been sent!",
  notSent: "Your message could not be sent. Please try again in a moment.",
  send: "Send message",
} as const;
