/**
 * How far away the database feels: how long somebody waits in the account area, with 0 to 200 ms there and
 * back between the Worker and Postgres, against the same page without what it remembers, and against the
 * server's answer. Writes docs/performance.md, and fails where a wait is longer than it may be. Needs a build.
 */
import type { Page } from "@playwright/test";
import postgres from "postgres";
import { SESSION_KEY } from "../../app/auth/auth-channel.ts";
import { LOCAL_PRICES } from "../../tools/settings.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { median } from "../support/median.ts";
import { describeMachine, toTable, writeSection } from "../support/performance-document.ts";
import { startProduct } from "../support/product.ts";
import { openPage, startVisit } from "./browse.ts";

const DISTANCES_MS = [0, 50, 100, 200];
const ROUNDS = 5;
const ITEMS = 25;
/** After an answer, until the page has shown it. */
const SETTLING_MS = 400;
/** At the greatest distance: what is remembered must be there in less than this share of the wait without it. */
const LIMIT_RATIO = 0.5;

/** What somebody does, and by what they see that it is done. */
interface Step {
  readonly name: string;
  /** Clicked in the page, or sent if it is a form; "back" and "forward" are the browser's. */
  readonly press: string;
  readonly shows: string;
  /** In that element. */
  readonly text?: string;
}

const DASHBOARD_SHOWN = ".item-row[id]";
const SETTINGS_SHOWN = "main form input[name=email]";
const STEPS: readonly Step[] = [
  { name: "to the settings", press: 'main a[href="/settings/general"]', shows: SETTINGS_SHOWN },
  { name: "to the dashboard", press: 'header a[href="/dashboard"]', shows: DASHBOARD_SHOWN },
  { name: "back", press: "back", shows: SETTINGS_SHOWN },
  { name: "forward", press: "forward", shows: DASHBOARD_SHOWN },
];

/** Before a press on a link the pointer has been on it for so long. */
const POINTING_MS = 400;
const POINTED_AT = "to the settings, not seen yet, after 400 ms on the link";

/** Milliseconds from the press until the element is drawn, counted in the page by its frames. */
function timeStep(page: Page, { press, shows, text = "" }: Omit<Step, "name">): Promise<number> {
  return page.evaluate(
    async ({ press, shows, text }) => {
      const startedAt = performance.now();
      const pressed = document.querySelector<HTMLElement>(press);
      if (press === "back") history.back();
      else if (press === "forward") history.forward();
      else if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
      else pressed?.click();
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      do await nextFrame();
      while (!document.querySelector(shows)?.textContent?.includes(text));
      return performance.now() - startedAt;
    },
    { press, shows, text },
  );
}

const settle = (page: Page) =>
  page.waitForFunction(() => !document.querySelector("[aria-busy=true], .item-row-new"));

/** Medians of a way through the pages, with what they remember or without. */
async function timeSteps(page: Page, remembers: boolean): Promise<number[]> {
  const times = STEPS.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, step] of STEPS.entries()) {
      // Without this mark a page does not know whose data it remembers, and asks the server.
      const mark = await page.evaluate((key) => localStorage.getItem(key) ?? "", SESSION_KEY);
      if (!remembers) await page.evaluate((key) => localStorage.removeItem(key), SESSION_KEY);
      const time = await timeStep(page, step);
      await page.evaluate(
        ([key = "", mark = ""]) => localStorage.setItem(key, mark),
        [SESSION_KEY, mark],
      );
      await settle(page);
      if (round > 0) times[index]?.push(time);
    }
  }
  return times.map(median);
}

/** The median of a first way to the settings from a new document, with the pointer on the link before or without. */
async function timePointed(page: Page, address: string, isPointedAt: boolean): Promise<number> {
  const [toSettings] = STEPS;
  if (!toSettings) throw new Error("There is no way to the settings");
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await openPage(page, address);
    await page.mouse.move(0, 0);
    if (isPointedAt) await page.locator(toSettings.press).hover();
    await page.waitForTimeout(POINTING_MS);
    times.push(await timeStep(page, toSettings));
  }
  return median(times);
}

interface Change {
  readonly name: string;
  /** Prepares it, and says what to press and by what it shows. */
  readonly prepare: (page: Page, round: number) => Promise<Omit<Step, "name">>;
}

const FIRST = ".item-row[id]:first-child";

const CHANGES: readonly Change[] = [
  {
    name: "add an item",
    async prepare(page, round) {
      await page.getByLabel("New item").fill(`Added ${round}`);
      return { press: "form:has(> #new-item)", shows: ".item-row-new", text: `${round}` };
    },
  },
  {
    name: "rename it",
    async prepare(page, round) {
      const text = `Renamed ${round} at ${Date.now()}`;
      await page.locator(FIRST).locator(".item-name").click();
      await page.locator(".item-name-field input").fill(text);
      return { press: ".item-name-field", shows: `${FIRST} .item-name`, text };
    },
  },
  {
    name: "feature it, or no longer",
    async prepare(_, round) {
      const star = round % 2 === 0 ? ".icon-star-filled" : ".icon-star";
      return { press: `${FIRST} [value=feature]`, shows: `${FIRST} ${star}` };
    },
  },
  {
    name: "delete it",
    async prepare() {
      return { press: `${FIRST} .icon-bin`, shows: `${FIRST}[aria-busy="true"]` };
    },
  },
];

/** Medians until a change shows, and until the server has answered. */
async function timeChanges(page: Page): Promise<{ shown: number; answered: number }[]> {
  const results: { shown: number; answered: number }[] = [];
  for (const { prepare } of CHANGES) {
    const shown: number[] = [];
    const answered: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const step = await prepare(page, round);
      const answer = page.waitForResponse(
        (response) => response.request().method() === "POST" && response.url().includes(".data"),
      );
      const readAgain = page.waitForResponse(
        (response) =>
          response.request().method() === "GET" &&
          response.url().includes("routes%2Faccount%2Fdashboard"),
      );
      const startedAt = performance.now();
      shown.push(await timeStep(page, step));
      await answer;
      answered.push(performance.now() - startedAt);
      await readAgain;
      await settle(page);
      // One after the other: the same is not asked of a row twice at once.
      await page.waitForTimeout(SETTLING_MS);
    }
    results.push({ shown: median(shown), answered: median(answered) });
  }
  return results;
}

/** Pays for `owner`'s right to feature items. */
async function subscribe(databaseUrl: string, owner: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`
    insert into public.customers (user_id, stripe_price_id, stripe_subscription_status)
    values (${owner}, ${LOCAL_PRICES.pro}, 'active')`;
  await sql.end();
}

const proxy = await startFaultProxy();
proxy.isLogInNear = true;
const product = await startProduct((variables) => ({
  ...variables,
  DATABASE_URL: proxy.lead(variables.DATABASE_URL ?? ""),
}));
let isWithinLimits = true;
const ms = (time: number) => `${time.toFixed(0)} ms`;
const rows: string[][] = [...STEPS, { name: POINTED_AT }, ...CHANGES].map(({ name }) => [name]);
try {
  const { page, browser, owner } = await startVisit(product, ITEMS);
  await subscribe(product.cloud.superuserUrl, owner);
  const address = `${product.siteUrl}/dashboard`;
  await openPage(page, address);
  for (const distance of DISTANCES_MS) {
    proxy.delayMs = distance / 2;
    const without = await timeSteps(page, false);
    const remembered = await timeSteps(page, true);
    without.push(await timePointed(page, address, false));
    remembered.push(await timePointed(page, address, true));
    await openPage(page, address);
    for (const [index, time] of remembered.entries()) {
      const plain = without[index] ?? 0;
      rows[index]?.push(`${ms(time)} / ${ms(plain)}`);
      if (distance === Math.max(...DISTANCES_MS) && time > plain * LIMIT_RATIO)
        isWithinLimits = false;
    }
    for (const [index, { shown, answered }] of (await timeChanges(page)).entries()) {
      rows[STEPS.length + 1 + index]?.push(`${ms(shown)} / ${ms(answered)}`);
      if (distance === Math.max(...DISTANCES_MS) && shown > answered * LIMIT_RATIO)
        isWithinLimits = false;
    }
    console.log(distance, rows.map((row) => row.at(-1)).join(" · "));
  }
  await browser.close();
} finally {
  await product.close();
  await proxy.close();
}
const table = toTable(["", ...DISTANCES_MS.map((distance) => `${distance} ms away`)], rows);
writeSection(
  "Far away",
  `\`node tests/bench/far-away.ts\`: how long until it shows, in a browser, with Postgres so far away (there and back; logging in is near, as with Hyperdrive). In each cell: what is remembered, fetched or shown ahead / the same page without it, or the server's answer to the change. Medians of at least ${ROUNDS - 1}, in whole frames of 16.7 ms. Machine: ${describeMachine()}, busy with other work; the ratios count.\n\n${table}`,
);
process.exit(isWithinLimits ? 0 : 1);
