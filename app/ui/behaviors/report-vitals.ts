import { sendReport } from "./report-errors";

/** Share of page loads that are measured. */
const SAMPLE_RATE = 0.1;
/** Shortest interaction that browsers report, in ms. Source: https://www.w3.org/TR/event-timing/ */
const MIN_INTERACTION_MS = 16;

/** Fields of layout shifts and interactions that TypeScript's `PerformanceEntry` lacks. */
interface VitalsEntry extends PerformanceEntry {
  readonly value?: number;
  readonly hadRecentInput?: boolean;
  readonly interactionId?: number;
}

/**
 * Reports the page load's web vitals to `/vitals-report`, once, when the page is first hidden: TTFB, LCP and INP in ms,
 * CLS as a score; a vital without a value is left out. Pages opened in the background or prerendered are not measured.
 * Simpler than https://web.dev/articles/vitals: CLS is the sum of all shifts, INP the longest interaction.
 */
export function reportVitals(): void {
  if (document.hidden || Math.random() >= SAMPLE_RATE) return;
  const page = location.pathname;
  let lcp: number | undefined;
  let inp: number | undefined;
  let cls = PerformanceObserver.supportedEntryTypes.includes("layout-shift") ? 0 : undefined;
  // The browser stops reporting larger paints at the first interaction.
  observe("largest-contentful-paint", ({ startTime }) => {
    lcp = startTime;
  });
  observe("event", ({ duration, interactionId }) => {
    if (interactionId) inp = Math.max(inp ?? 0, duration);
  });
  observe("layout-shift", ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) cls = (cls ?? 0) + value;
  });
  document.addEventListener(
    "visibilitychange",
    () => {
      const [navigation] = performance.getEntriesByType("navigation");
      const ttfb =
        navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : undefined;
      sendReport("/vitals-report", { page, ttfb, lcp, inp, cls });
    },
    { once: true },
  );
}

/** Calls `onEntry` for past and future entries; browsers ignore types they do not support. */
function observe(type: string, onEntry: (entry: VitalsEntry) => void): void {
  const options = { type, buffered: true, durationThreshold: MIN_INTERACTION_MS };
  new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe(options);
}
