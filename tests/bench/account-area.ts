/**
 * What the dashboard costs: flights to the database, counted between workerd and Postgres, and the time
 * of a page of a short list against one of 10,000 items. Prints a table for docs/performance.md and fails
 * where the limits are not kept. Needs a build.
 */
import postgres from "postgres";
import * as v from "valibot";
import { LOCAL_KEYS } from "../../local/settings.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { type Product, startProduct } from "../support/product.ts";

const LISTS = [50, 10_000] as const;
const WARM_UP = 20;
const ROUNDS = 150;
/** One way; there and back is twice that. */
const FAR_MS = 50;
const LIMIT_RATIO = 1.2;

const PASSWORD = "correct-horse-1";

async function createOwner({ cloud, ports }: Product, count: number): Promise<string> {
  const call = async (path: string, key: string, body: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${ports.supabase}/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey: key, Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const account = { email: `bench-${count}@example.com`, password: PASSWORD };
  const { id } = v.parse(
    v.object({ id: v.string() }),
    await call("admin/users", LOCAL_KEYS.supabaseSecret, { ...account, email_confirm: true }),
  );
  const tokens = await call("token?grant_type=password", LOCAL_KEYS.supabasePublishable, account);
  const sql = postgres(cloud.superuserUrl, { max: 1 });
  await sql`
    insert into public.items (owner, name, created_at)
    select ${id}, 'Item ' || n, now() - n * interval '1 minute' from generate_series(1, ${count}) n`;
  await sql`analyze public.items`;
  await sql.end();
  return `sb-127-auth-token=base64-${Buffer.from(JSON.stringify(tokens)).toString("base64url")}`;
}

/** Milliseconds until the whole page is there. */
async function timePage(url: string, cookie: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, { headers: { Cookie: cookie } });
  const html = await response.text();
  if (response.status !== 200 || !html.includes("Item 50")) throw new Error("Not the dashboard");
  return performance.now() - startedAt;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** Taken in turns, so that whatever else the machine does hits both alike. */
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

async function countFlights(proxy: FaultProxy, use: () => Promise<unknown>) {
  proxy.forget();
  await use();
  // The connection is closed behind the response.
  await new Promise((resolve) => setTimeout(resolve, 200));
  return proxy.connections.map(({ connect, query }) => ({ connect, query }));
}

const proxy = await startFaultProxy();
const product = await startProduct((variables) => ({
  ...variables,
  DATABASE_URL: proxy.lead(variables.DATABASE_URL ?? ""),
}));
let isWithinLimits = false;
try {
  const url = `${product.siteUrl}/dashboard`;
  const cookies: string[] = [];
  for (const count of LISTS) cookies.push(await createOwner(product, count));
  const [short = "", long = ""] = cookies;

  const near = await comparePages(url, cookies);
  const flights = await countFlights(proxy, () => timePage(url, long));
  proxy.delayMs = FAR_MS;
  const far: number[] = [];
  for (let round = 0; round < 5; round += 1) far.push(await timePage(url, short));
  proxy.delayMs = 0;

  const ratio = (near[1] ?? 0) / (near[0] ?? 1);
  console.log(`flights of a signed-in dashboard   ${JSON.stringify(flights)}`);
  for (const [index, count] of LISTS.entries()) {
    console.log(`a list of ${count} items, median of ${ROUNDS}   ${near[index]?.toFixed(1)} ms`);
  }
  console.log(`ratio   ${ratio.toFixed(2)} (limit ${LIMIT_RATIO})`);
  console.log(`${2 * FAR_MS} ms away from the database   ${median(far).toFixed(0)} ms`);
  isWithinLimits = flights.length === 1 && flights[0]?.query === 1 && ratio <= LIMIT_RATIO;
} finally {
  await product.close();
  await proxy.close();
}
process.exit(isWithinLimits ? 0 : 1);
