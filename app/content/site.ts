/**
 * Facts about the studio. Everything marked PLACEHOLDER is invented: replace it before going live.
 * No other file holds an invented fact.
 */
export const site = {
  name: "Selvedge",
  title: "Selvedge · Truly custom software",
  /** For pages that bring no description of their own. */
  description: "",
  email: "hello@example.com", // PLACEHOLDER
  phone: {
    display: "(555) 010-0142", // PLACEHOLDER
    href: "tel:+15550100142", // PLACEHOLDER
    hours: "Weekdays 8a-5p",
  },
  social: [
    { name: "LinkedIn", href: "https://www.linkedin.com/" }, // PLACEHOLDER
    { name: "GitHub", href: "https://github.com/" }, // PLACEHOLDER
  ],
  founders: {
    design: { name: "Nora Whitlock", since: "2014" }, // PLACEHOLDER
    engineering: { name: "Teo Marchetti", since: "2014" }, // PLACEHOLDER
  },
  clients: {
    marketingSite: { name: "Orchard & Vine", url: "https://example.com/" }, // PLACEHOLDER
    broodbook: { url: "https://example.org/" }, // PLACEHOLDER
    education: { name: "Lantern" }, // PLACEHOLDER
  },
  /** Where disputes about the terms are settled. */
  jurisdiction: "the State of Oregon, USA", // PLACEHOLDER
} as const;
