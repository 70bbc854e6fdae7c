/** Written by `npm run figures`, which measures the built site. */
export const figures = {
  measuredOn: "2026-11-21",
  weightKb: 0,
  scriptKb: 0,
  foreignRequests: 0,
  lighthouse: 0,
  firstByteMs: 0,
} as const;
