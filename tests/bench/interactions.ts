/**
 * Measures interaction latency (INP) among 200 rows with 4x CPU throttling, and the first pages on a weak phone. Writes
 * docs/performance.md and fails above the limit. Needs a build.
 * Source: W3C, Event Timing API; web.dev, "Interaction to Next Paint".
 */
import type { Locator, Page } from "@playwright/test";
import { median } from "../support/numbers.ts";
import { type Product, startProduct } from "../support/product.ts";
import { openPage, openSignedInPage } from "./browse.ts";
import { startCompressingProxy } from "./compressing-proxy.ts";
import { describeMachine, toTable, writeSection } from "./performance-document.ts";

/** A short list, and the most rows of one URL: 8 pages of 25. */
const ROWS = [25, 200] as const;
const ROWS_A_PAGE = 25;
const ROUNDS = 5;
const SLOWER = 4;
const LIMIT_MS = 200;
/** Time for the page to become idle after the preparation. */
const SETTLES_MS = 500;

declare global {
  interface Window {
    longest: number;
  }
}

interface Interaction {
  readonly name: string;
  /** Prepares the interaction without throttling; returns the press. */
  readonly prepare: (page: Page, round: number) => Promise<() => Promise<void>>;
}

const INTERACTIONS: readonly Interaction[] = [
  {
    name: "type a letter into the new-item field",
    prepare: (page) => typeInto(page.getByLabel("New item"), "x"),
  },
  {
    name: "add an item with Enter",
    async prepare(page, round) {
      await page.getByLabel("New item").fill(`Added ${round}`);
      return () => page.keyboard.press("Enter");
    },
  },
  {
    name: "delete an item",
    prepare: (page) => clickOn(page.locator(".item-row .icon-bin").nth(3)),
  },
  {
    name: "feature an item",
    prepare: (page) => clickOn(page.locator(".item-row .icon-star").nth(3)),
  },
  {
    name: "select items",
    prepare: (page) => clickOn(page.getByRole("link", { name: "Select" })),
  },
  {
    name: "check an item",
    async prepare(page) {
      await page.getByRole("link", { name: "Select" }).click();
      return clickOn(page.locator(".item-check").nth(3));
    },
  },
  {
    name: "type a letter into the search",
    prepare: (page) => typeInto(page.getByLabel("Search items"), "i"),
  },
  {
    name: "filter by featured",
    prepare: (page) =>
      clickOn(page.getByRole("navigation", { name: "Filter" }).getByText("Featured")),
  },
];

async function typeInto(field: Locator, letter: string): Promise<() => Promise<void>> {
  await field.focus();
  return () => field.page().keyboard.press(letter);
}

/** Uses the mouse directly: Playwright's `click` checks for covering elements within the measured time. */
async function clickOn(target: Locator): Promise<() => Promise<void>> {
  const page = target.page();
  const box = await target.boundingBox();
  if (!box) throw new Error("There is nothing to click on");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  return async () => {
    await page.mouse.down();
    await page.mouse.up();
  };
}

/** Records the longest interaction since the last read. */
async function observe(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.longest = 0;
    const options = { type: "event", durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const isInteraction = "interactionId" in entry && entry.interactionId !== 0;
        if (isInteraction) window.longest = Math.max(window.longest, entry.duration);
      }
    }).observe(options);
  });
}

/** Milliseconds of a press; at least 16, because shorter ones create no entry. */
async function measure(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    window.longest = 0;
  });
  await press();
  // Entries arrive after their frame.
  await page.waitForTimeout(500);
  return Math.max(16, await page.evaluate(() => window.longest));
}

/** Milliseconds of each interaction in a list of `rows` rows, in the order of INTERACTIONS. */
async function measureAll(product: Product, rows: number): Promise<number[][]> {
  const { page, browser } = await openSignedInPage(product, rows);
  const address = `${product.siteUrl}/dashboard?pages=${rows / ROWS_A_PAGE}`;
  const devTools = await page.context().newCDPSession(page);
  const times = INTERACTIONS.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, interaction] of INTERACTIONS.entries()) {
      await devTools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
      await openPage(page, address);
      await observe(page);
      const press = await interaction.prepare(page, round);
      await devTools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
      await page.waitForTimeout(SETTLES_MS);
      times[index]?.push(await measure(page, press));
    }
  }
  await browser.close();
  return times;
}

/** A four-year-old phone far from a mast: CPU throttling, bytes per second, milliseconds of latency. */
const PHONE = { rate: 6, throughput: 50_000, latency: 400 } as const;
const PHONE_FIGURES = [
  "sign-in page, form visible",
  "sign-in page, React runs",
  "dashboard, first row visible",
  "`/`, `/pricing`, sign-in, dashboard and settings",
] as const;

/** Milliseconds, each with an empty cache, and kilobytes of a visit, in the order of PHONE_FIGURES. */
async function measurePhone(product: Product, siteUrl: string): Promise<number[]> {
  const { page, browser } = await openSignedInPage(product, ROWS_A_PAGE);
  const context = page.context();
  const session = await context.cookies();
  const devTools = await context.newCDPSession(page);
  const { rate, throughput, latency } = PHONE;
  const network = { downloadThroughput: throughput, uploadThroughput: throughput, latency };
  let bytes = 0;
  devTools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", { ...network, offline: false });
  await devTools.send("Emulation.setCPUThrottlingRate", { rate });
  const time = async (path: string, ...shown: Locator[]) => {
    await devTools.send("Network.clearBrowserCache");
    const startedAt = performance.now();
    await page.goto(siteUrl + path, { waitUntil: "commit" });
    const times: number[] = [];
    for (const locator of shown) {
      await locator.waitFor();
      times.push(performance.now() - startedAt);
    }
    return times;
  };
  const dashboard = await time("/dashboard", page.locator(".item-row").first());
  await context.clearCookies();
  const signIn = await time(
    "/auth/signin",
    page.getByLabel("Email"),
    page.locator("html[data-hydrated]"),
  );
  await devTools.send("Network.clearBrowserCache");
  bytes = 0;
  for (const path of ["/", "/pricing"]) await page.goto(siteUrl + path);
  await openPage(page, `${siteUrl}/auth/signin`);
  await context.addCookies(session);
  for (const path of ["/dashboard", "/settings/general"]) await openPage(page, siteUrl + path);
  await browser.close();
  return [...signIn, ...dashboard, bytes / 1000];
}

const product = await startProduct();
const proxy = await startCompressingProxy(product.siteUrl);
const results: number[][][] = [];
const phone: number[][] = [];
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    phone.push(await measurePhone(product, proxy.url));
  }
  for (const rows of ROWS) results.push(await measureAll(product, rows));
} finally {
  await proxy.close();
  await product.close();
}
const phoneTable = toTable(
  ["", "median"],
  PHONE_FIGURES.map((name, index) => {
    const figure = median(phone.map((each) => each[index] ?? Number.NaN));
    return [name, index < 3 ? `${(figure / 1000).toFixed(1)} s` : `${figure.toFixed(0)} kB`];
  }),
);
console.log(phoneTable);
writeSection(
  "Weak phone",
  `\`node tests/bench/interactions.ts\`: ${PHONE.rate}x CPU throttling, ${(PHONE.throughput * 8) / 1000} kbit/s, ${PHONE.latency} ms, Brotli responses, an empty cache, median of ${ROUNDS}. Forms work before React runs. Machine: ${describeMachine()}.\n\n${phoneTable}`,
);
const [short = [], long = []] = results;
const medians = long.map(median);
const table = toTable(
  ["", ...ROWS.map((rows) => `${rows} rows`), "longest", "ratio"],
  INTERACTIONS.map(({ name }, index) => {
    const few = median(short[index] ?? []);
    const many = medians[index] ?? 0;
    const longest = Math.max(...(long[index] ?? []));
    return [name, `${few} ms`, `${many} ms`, `${longest} ms`, (many / few).toFixed(1)];
  }),
);
console.log(table);
const highest = Math.max(...medians);
const slow = INTERACTIONS.filter((_, index) => medians[index] === highest);
writeSection(
  "Interactions",
  `\`node tests/bench/interactions.ts\`: time from a press to the next frame with ${SLOWER}x CPU throttling, median of ${ROUNDS}, in the browser's steps of 8 ms. With ${ROWS[1]} rows, the slowest of ${INTERACTIONS.length} (${slow.map(({ name }) => name).join(", ")}) takes **${highest} ms** (at most ${LIMIT_MS} ms), and the longest of all ${Math.max(...long.flat())} ms. Machine: ${describeMachine()}.`,
);
process.exit(medians.every((time) => time <= LIMIT_MS) ? 0 : 1);
