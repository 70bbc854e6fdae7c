/**
 * Measures the dashboard: database round trips, and page times with a short list, with 10,000 items, and among 10,000
 * users. Writes docs/performance.md and fails above the limits. Needs a build.
 */
import { encodeCursor } from "../../app/items/cursor.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { median } from "../support/median.ts";
import { toTable, writeSection } from "../support/performance-document.ts";
import { startProduct } from "../support/product.ts";
import { addUsers, createOwner } from "./accounts.ts";

const LISTS = [25, 10_000] as const;
const WARM_UP = 20;
const ROUNDS = 150;
/** One way; a round trip is twice that. */
const FAR_MS = 50;
const LIMIT_RATIO = 1.2;
const LIMIT_SEARCH = 2;
const CROWD = 10_000;
/** Ten times an owner's item limit: search must be fast without the limit. */
const SEARCHED = [50, 100_000] as const;
/** Matching few items of the long list, nearly all, and none. */
const SEARCHES = ["Item 17", "item", "nothing like it"];
const PAGES = ["/", "/pricing", "/dashboard", "/settings/general"];
const NEXT_ITEMS = "/dashboard.data?before=";

/** Milliseconds until the page is complete. */
async function timePage(url: string, cookie: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, { headers: { Cookie: cookie } });
  const html = await response.text();
  if (response.status !== 200 || !html.includes("Item 24")) throw new Error("Not the dashboard");
  return performance.now() - startedAt;
}

/** Alternates, so that other load affects both equally. */
async function comparePages(url: string, cookies: readonly string[]): Promise<number[]> {
  const times = cookies.map((): number[] => []);
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const [index, cookie] of cookies.entries()) {
      const time = await timePage(url, cookie);
      if (round >= WARM_UP) times[index]?.push(time);
    }
  }
  return times.map(median);
}

/** Milliseconds of a search in the short and the long list. */
async function compareSearches(
  siteUrl: string,
  cookies: readonly string[],
): Promise<readonly (readonly [string, number, number])[]> {
  const rows: [string, number, number][] = [];
  for (const query of SEARCHES) {
    const url = `${siteUrl}/dashboard.data?${new URLSearchParams({ q: query })}`;
    const times = cookies.map((): number[] => []);
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      for (const [index, cookie] of cookies.entries()) {
        const startedAt = performance.now();
        const response = await fetch(url, { headers: { Cookie: cookie } });
        await response.text();
        if (!response.ok) throw new Error(`A search answered ${response.status}`);
        if (round >= WARM_UP) times[index]?.push(performance.now() - startedAt);
      }
    }
    const [short = 0, long = 0] = times.map(median);
    rows.push([query, short, long]);
  }
  return rows;
}

async function countRoundTrips(proxy: FaultProxy, use: () => Promise<unknown>) {
  proxy.resetCounts();
  await use();
  // The connection closes after the response.
  await new Promise((resolve) => setTimeout(resolve, 200));
  return proxy.connections.map(({ connect, query }) => ({ connect, query }));
}

interface Action {
  readonly name: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** All form actions of the account area, in a valid order. */
function listActions(id: string): readonly Action[] {
  const item = (name: string, fields: Readonly<Record<string, string>>): Action => ({
    name,
    path: "/dashboard.data",
    fields: { id, ...fields },
  });
  const name = "One more";
  return [
    item("add an item", { intent: "create", name }),
    item("add it again with the same form", { intent: "create", name }),
    item("rename it", { intent: "rename", name: "Renamed" }),
    item("feature it without a plan (403)", { intent: "feature" }),
    item("delete it", { intent: "delete" }),
    item("restore it", {
      intent: "restore",
      items: JSON.stringify([{ id, name, featured: false, createdAt: Date.now() }]),
    }),
  ];
}

/** Query round trips of a request on its single connection. Throws for an error response. */
async function countActionRoundTrips(
  proxy: FaultProxy,
  ask: () => Promise<Response>,
): Promise<{ connections: number; query: number }> {
  const connections = await countRoundTrips(proxy, async () => {
    const response = await ask();
    await response.text();
    const isExpected = response.ok || response.status === 403;
    if (!isExpected) throw new Error(`${response.url} responded ${response.status}`);
  });
  const query = connections.reduce((sum, flights) => sum + flights.query, 0);
  return { connections: connections.length, query };
}

/** Table rows with the round trips of each page and action. */
async function countAll(
  proxy: FaultProxy,
  siteUrl: string,
  cookie: string,
): Promise<(readonly [string, number])[]> {
  const headers = { Cookie: cookie, Origin: siteUrl };
  const rows: [string, number][] = [];
  const cursor = encodeCursor({ createdAt: Date.now(), id: crypto.randomUUID() });
  for (const path of [...PAGES, `${NEXT_ITEMS}${cursor}`]) {
    const { query } = await countActionRoundTrips(proxy, () => fetch(siteUrl + path, { headers }));
    rows.push([`\`${path.replace(cursor, "…")}\`, signed in`, query]);
  }
  for (const { name, path, fields } of listActions(crypto.randomUUID())) {
    const body = new URLSearchParams(fields);
    const { query } = await countActionRoundTrips(proxy, () =>
      fetch(siteUrl + path, { method: "POST", headers, body }),
    );
    rows.push([name, query]);
  }
  return rows;
}

const proxy = await startFaultProxy();
const product = await startProduct((variables) => ({
  ...variables,
  DATABASE_URL: proxy.proxyUrl(variables.DATABASE_URL ?? ""),
}));
let isWithinLimits = false;
try {
  const url = `${product.siteUrl}/dashboard`;
  const cookies: string[] = [];
  for (const count of LISTS) cookies.push((await createOwner(product, count)).cookie);
  const [short = "", long = ""] = cookies;

  const near = await comparePages(url, cookies);
  const roundTrips = await countRoundTrips(proxy, () => timePage(url, long));
  const costs = await countAll(proxy, product.siteUrl, short);
  proxy.delayMs = FAR_MS;
  const far: number[] = [];
  for (let round = 0; round < 5; round += 1) far.push(await timePage(url, short));
  proxy.delayMs = 0;

  await addUsers(product, CROWD);
  const crowded = await comparePages(url, [short]);

  const searchers: string[] = [];
  for (const count of SEARCHED) searchers.push((await createOwner(product, count)).cookie);
  const searches = await compareSearches(product.siteUrl, searchers);

  const ratio = (near[1] ?? 0) / (near[0] ?? 1);
  const crowdRatio = (crowded[0] ?? 0) / (near[0] ?? 1);
  const [connection] = roundTrips;
  const ms = (time = Number.NaN) => `${time.toFixed(1)} ms`;
  const table = toTable(
    ["", ""],
    [
      [
        "round trips to log in to Postgres (Hyperdrive handles these near the Worker)",
        connection?.connect,
      ],
      ["round trips for user, customer and the first page of items", connection?.query],
      [`whole page, list of ${LISTS[0]} items, median of ${ROUNDS}`, ms(near[0])],
      [`whole page, list of ${LISTS[1]} items, median of ${ROUNDS}`, ms(near[1])],
      [`ratio (at most ${LIMIT_RATIO})`, ratio.toFixed(2)],
      [`the short list among ${CROWD} users instead of ten`, ms(crowded[0])],
      [`ratio (at most ${LIMIT_RATIO})`, crowdRatio.toFixed(2)],
      [`${2 * FAR_MS} ms round trip to the database, login included`, ms(median(far))],
    ],
  );
  const searchTable = toTable(
    ["search", ...SEARCHED.map((count) => `among ${count}`), `ratio (at most ${LIMIT_SEARCH})`],
    searches.map(([query, short, long]) => [
      `“${query}”`,
      ms(short),
      ms(long),
      (long / short).toFixed(2),
    ]),
  );
  console.log(table);
  console.log(searchTable);
  writeSection(
    "Account area",
    `\`npm run bench\`: the signed-in dashboard through a proxy between workerd and Postgres that counts round trips and can add latency.\n\n${table}\n\n${toTable(["round trips after login", ""], costs)}\n\n${searchTable}\n\nA search uses the index \`items_owner_name\` (trigrams per owner), and matches are counted up to 1,000. Items are paginated by keyset on \`(created_at, id)\` with the index \`items_owner_newest\`, so every page costs the same; "Load more" reads all shown pages again in one query. \`app/routes/round-trips.test.ts\` limits the dashboard to one round trip.`,
  );
  isWithinLimits =
    roundTrips.length === 1 &&
    connection?.query === 1 &&
    costs.every(([name, count]) => !name.startsWith("`/") || count <= 1) &&
    ratio <= LIMIT_RATIO &&
    crowdRatio <= LIMIT_RATIO &&
    searches.every(([, short, long]) => long / short <= LIMIT_SEARCH);
} finally {
  await product.close();
  await proxy.close();
}
process.exit(isWithinLimits ? 0 : 1);
