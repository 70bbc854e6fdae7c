/**
 * The oldest browsers that the product promises to work in: Baseline widely available in November 2026. The
 * build's target, and what tests/browser/product/baseline.spec.ts holds the build to.
 */
export const BASELINE = { chrome: "125", firefox: "126", safari: "17.5" } as const;

/** `BASELINE` as a build target of Vite. */
export const BUILD_TARGET = Object.entries(BASELINE).map((browser) => browser.join(""));
