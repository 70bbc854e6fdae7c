/**
 * Facts about the studio. Everything marked PLACEHOLDER is invented: replace it before going live.
 */
export const site = {
  name: "Selvedge",
  title: "Selvedge · Truly custom software",
  description: "",
  email: "hello@example.com", // PLACEHOLDER
  phone: { display: "(555) 010-0142", href: "tel:+15550100142", hours: "8a–5p" }, // PLACEHOLDER
  social: [
    { name: "LinkedIn", href: "https://www.linkedin.com/" }, // PLACEHOLDER
    { name: "GitHub", href: "https://github.com/" }, // PLACEHOLDER
  ],
} as const;
