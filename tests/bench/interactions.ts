/**
 * Measures interaction latency (INP) among the rows of a full page with 4x CPU throttling. Writes
 * docs/performance.md and fails above the limit. Needs a build. Source: W3C, Event Timing API; web.dev,
 * "Interaction to Next Paint".
 */
import type { Locator, Page } from "@playwright/test";
import { median } from "../support/numbers.ts";
import { type Product, startProduct } from "../support/product.ts";
import { openPage, openSignedInPage } from "./browse.ts";
import { addItems } from "./items.ts";
import { describeMachine, toTable, writeSection } from "./performance-document.ts";

/** A full page: ITEMS_PER_PAGE of app/items/item.ts, whose aliases Node does not resolve. */
const ROWS = 25;
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

/** Milliseconds of each interaction, in the order of INTERACTIONS. */
async function measureAll(product: Product): Promise<number[][]> {
  const { page, browser, owner } = await openSignedInPage(product);
  await addItems(product, owner, ROWS);
  const address = `${product.siteUrl}/dashboard`;
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

const product = await startProduct();
const rounds = await measureAll(product).finally(() => product.close());
const medians = rounds.map(median);
const table = toTable(
  ["", `${ROWS} rows`, "longest"],
  INTERACTIONS.map(({ name }, index) => [
    name,
    `${medians[index]} ms`,
    `${Math.max(...(rounds[index] ?? []))} ms`,
  ]),
);
console.log(table);
const highest = Math.max(...medians);
const slow = INTERACTIONS.filter((_, index) => medians[index] === highest);
writeSection(
  "Interactions",
  `\`node tests/bench/interactions.ts\`: time from a press to the next frame with ${SLOWER}x CPU throttling, median of ${ROUNDS}, in the browser's steps of 8 ms. With ${ROWS} rows, the slowest of ${INTERACTIONS.length} (${slow.map(({ name }) => name).join(", ")}) takes **${highest} ms** (at most ${LIMIT_MS} ms). ${describeMachine()}.`,
);
process.exit(medians.every((time) => time <= LIMIT_MS) ? 0 : 1);
