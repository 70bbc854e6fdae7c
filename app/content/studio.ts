/**
 * Facts about the studio. Everything marked PLACEHOLDER is invented: replace it before going live.
 * No other file holds an invented fact.
 */
export const studio = {
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
    design: {
      name: "Nora Whitlock", // PLACEHOLDER
      // PLACEHOLDER
      bio: [
        "Nora spent her first working years in a hospital's admissions office, where she met nine programs that each wanted the same birth date. She has designed software for the people behind the counter ever since, and has run Selvedge's research from its first day.",
        "She draws every screen on paper before a computer gets to see it.",
      ],
    },
    engineering: {
      name: "Teo Marchetti", // PLACEHOLDER
      // PLACEHOLDER
      bio: [
        "Teo kept the machines of a weaving mill running before he kept servers running, and holds that both fail at three in the morning for the same reason: somebody skipped a check. He writes most of what we ship, reads all of it, and deletes a little every week.",
        "He answers the phone himself, which tends to surprise people.",
      ],
    },
  },
  clients: {
    marketingSite: { name: "Orchard & Vine", url: "https://example.com/" }, // PLACEHOLDER
    broodbook: { url: "https://example.org/" }, // PLACEHOLDER
    education: { name: "Lantern" }, // PLACEHOLDER
  },
  /** Where disputes about the terms are settled. */
  jurisdiction: "the State of Oregon, USA", // PLACEHOLDER
} as const;
