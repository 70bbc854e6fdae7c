/**
 * Measures a dashboard visit with a live and with an expired access token, with 0 to 200 ms round trip to Postgres and to
 * the auth server. Writes docs/performance.md and fails above the limit. Needs a build.
 */
import postgres from "postgres";
import * as v from "valibot";
import { expireTokens } from "../support/expired-tokens.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { median } from "../support/median.ts";
import { describeMachine, toTable, writeSection } from "../support/performance-document.ts";
import { startProduct } from "../support/product.ts";
import { createOwner } from "./accounts.ts";

const DISTANCES_MS = [0, 50, 100, 200];
const WARM_UP = 3;
const ROUNDS = 25;
const ITEMS = 25;
/** Limit of the ratio at the greatest distance. */
const LIMIT_RATIO = 1.15;

const COOKIE = "sb-127-auth-token=base64-";
const tokensSchema = v.looseObject({ access_token: v.string(), expires_at: v.number() });
type Tokens = v.InferOutput<typeof tokensSchema>;

const toCookie = (tokens: Tokens) =>
  COOKIE + Buffer.from(JSON.stringify(tokens)).toString("base64url");

function readCookie(header: string): Tokens {
  const value = header.slice(COOKIE.length).split(";", 1)[0] ?? "";
  return v.parse(tokensSchema, JSON.parse(Buffer.from(value, "base64url").toString()));
}

/** Milliseconds until the page is complete, and the cookies it sets. */
async function visit(siteUrl: string, tokens: Tokens) {
  const startedAt = performance.now();
  const response = await fetch(`${siteUrl}/dashboard`, { headers: { Cookie: toCookie(tokens) } });
  const html = await response.text();
  const ms = performance.now() - startedAt;
  if (response.status !== 200 || !html.includes("Item 24")) throw new Error("Not the dashboard");
  return { ms, cookies: response.headers.getSetCookie() };
}

const proxy = await startFaultProxy();
proxy.hasFastLogin = true;
const product = await startProduct((variables) => ({
  ...variables,
  DATABASE_URL: proxy.proxyUrl(variables.DATABASE_URL ?? ""),
}));
const sql = postgres(product.cloud.superuserUrl, { max: 1, onnotice: () => {} });

/** Delays the response to every refresh, as distance does. */
async function delayRefresh(ms: number): Promise<void> {
  await sql.unsafe(`
    create or replace function public.bench_delay() returns trigger language plpgsql as $$
      begin perform pg_sleep(${ms / 1000}); return new; end $$;
    create or replace trigger bench_delay before insert on auth.refresh_tokens
      for each row execute function public.bench_delay()`);
}

const rows: string[][] = [];
let ratio = Number.NaN;
try {
  const { cookie } = await createOwner(product, ITEMS);
  let tokens = readCookie(cookie);
  for (const distance of DISTANCES_MS) {
    proxy.delayMs = distance / 2;
    await delayRefresh(distance);
    const live: number[] = [];
    const expired: number[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const usual = await visit(product.siteUrl, tokens);
      const morning = await visit(product.siteUrl, await expireTokens(tokens, product));
      const refreshed = morning.cookies.find((header) => header.startsWith(COOKIE));
      if (!refreshed) throw new Error("Not refreshed");
      tokens = readCookie(refreshed);
      if (round < WARM_UP) continue;
      live.push(usual.ms);
      expired.push(morning.ms);
    }
    ratio = median(expired) / median(live);
    const ms = (times: readonly number[]) => `${median(times).toFixed(0)} ms`;
    rows.push([`${distance} ms`, ms(live), ms(expired), ratio.toFixed(2)]);
    console.log(rows.at(-1)?.join(" · "));
  }
} finally {
  await sql.end();
  await product.close();
  await proxy.close();
}
const table = toTable(["round trip", "live token", "expired token", "ratio"], rows);
writeSection(
  "Expired token",
  `\`node tests/bench/morning-visit.ts\`: the dashboard as HTML, by round-trip time to Postgres and to the auth server alike. With an expired token the page is read while the token is refreshed. Medians of ${ROUNDS} alternating visits; the ratio at ${DISTANCES_MS.at(-1)} ms is at most ${LIMIT_RATIO}. Machine: ${describeMachine()}.\n\n${table}`,
);
process.exit(ratio <= LIMIT_RATIO ? 0 : 1);
