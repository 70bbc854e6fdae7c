/**
 * `node tests/fuzz/fuzz.ts [count [seed [clients]]]`: sends seeded random requests to every route of the
 * built Worker, without rate limits. Fails on a 5xx, reflected markup, header injection, leaked internals or
 * logged errors. A single client repeats a seed's requests in the same order.
 */
import { rmSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { startCloud } from "../../local/cloud.ts";
import { createChildProcesses } from "../../local/processes/child-processes.ts";
import { portsAt } from "../../tools/shared/settings.ts";
import { localVariables } from "../../tools/shared/site-variables.ts";
import { createAccount, sessionCookie, signIn } from "../support/auth-server.ts";
import { runWorker } from "../support/bare-workerd.ts";
import { findFreeOffset, makeLocalDir } from "../support/isolation.ts";
import { seededRandom } from "../support/numbers.ts";
import { listRouteExamples } from "../support/routes/route-table.ts";
import { type FuzzRequest, INJECTED_HEADER, MARKUP, nextRequest } from "./requests.ts";

const COUNT = Number(process.argv[2] ?? 500);
const SEED = Number(process.argv[3] ?? 20_261_121);
const CLIENTS = Number(process.argv[4] ?? 1);
const ACCOUNTS = 4;
const TIMEOUT_MS = 60_000;
/** Half an isolate's limit at Cloudflare; exceeding it ends the run. */
const HEAP_MIB = 64;
/** Internals that must not leak: stacks, statements, secrets. */
const INTERNALS = /\bat \w+ \(|node_modules|PostgresError|select "|sb_secret|whsec_|sk_test_/;

interface FuzzResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

function send(siteUrl: string, request: FuzzRequest, agent: http.Agent): Promise<FuzzResponse> {
  const { method, target, headers, body } = request;
  const { hostname, port } = new URL(siteUrl);
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path: target, method, headers, agent, timeout: TIMEOUT_MS };
    const call = http.request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    call.on("timeout", () => call.destroy(new Error(`No response in ${TIMEOUT_MS} ms`)));
    call.on("error", reject);
    call.end(body);
  });
}

/** Returns what is wrong with a response, or undefined. */
function findViolation(
  request: FuzzRequest,
  { status, headers, body }: FuzzResponse,
): string | undefined {
  // Only the billing page rejects speculative loads with a 5xx.
  const isAhead = request.headers["Sec-Purpose"] === "prefetch";
  const isTurnedAway = status === 503 && isAhead && request.target.startsWith("/settings/billing");
  if (status >= 500 && !isTurnedAway) return `status ${status}`;
  if (headers[INJECTED_HEADER] !== undefined) return "a header was let in";
  if (headers.location && URL.parse(headers.location)?.hostname === "evil.example")
    return "led off";
  if (String(headers["content-type"]).startsWith("text/html") && body.includes(MARKUP)) {
    return "markup came back";
  }
  return INTERNALS.test(body) ? "leaks internals" : undefined;
}

async function openSession(supabaseUrl: string, email: string) {
  const id = await createAccount(supabaseUrl, email);
  return { id, cookie: sessionCookie(await signIn(supabaseUrl, email)) };
}

const ports = portsAt(await findFreeOffset());
const localDir = makeLocalDir("fuzz");
const siteUrl = `http://localhost:${ports.start}`;
const { DATABASE_URL = "", ...variables } = localVariables(ports, siteUrl);
const processes = await createChildProcesses(localDir, { isTemporary: true });
const cloud = await startCloud({
  ports,
  localDir,
  siteUrl,
  variables: { ...variables, DATABASE_URL },
  processes,
});
const worker = await runWorker(path.resolve("build/server"), variables, {
  databaseUrl: DATABASE_URL,
  keepsLog: true,
  heapMib: HEAP_MIB,
});
const supabaseUrl = `http://127.0.0.1:${ports.supabase}`;
const accounts = await Promise.all(
  Array.from({ length: ACCOUNTS }, (_, index) =>
    openSession(supabaseUrl, `fuzz-${index}@example.com`),
  ),
);
const settings = {
  random: seededRandom(SEED),
  paths: listRouteExamples().map(({ path }) => path),
  siteUrl: worker.url,
  sessions: accounts,
  itemIds: [crypto.randomUUID(), ...accounts.map(({ id }) => id)],
};
const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
const statuses = new Map<number, number>();
const faults: string[] = [];
let sent = 0;

async function runClient(): Promise<void> {
  while (sent < COUNT) {
    sent += 1;
    const request = nextRequest(settings);
    const place = `${request.method} ${request.target.slice(0, 120)}`;
    try {
      const response = await send(worker.url, request, agent);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const fault = findViolation(request, response);
      if (fault) faults.push(`${fault}: ${place} ${String(request.body ?? "").slice(0, 200)}`);
    } catch (error) {
      faults.push(`${String(error)}: ${place}`);
    }
  }
}

const startedAt = Date.now();
await Promise.all(Array.from({ length: CLIENTS }, runClient));
agent.destroy();
const loggedErrors = worker
  .log()
  .split("\n")
  // Browser error reports are input, not failures of the Worker.
  .filter((line) => !line.includes('"event":"browser.error"'))
  .filter((line) => /"level":"error"|Uncaught|Unhandled/i.test(line));
await worker.close();
await cloud.close();
rmSync(localDir, { recursive: true, force: true });

const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
console.log(`${sent} requests in ${seconds} s, seed ${SEED}`);
const sorted = [...statuses].toSorted(([a], [b]) => a - b);
console.log(`statuses: ${sorted.map(([status, count]) => `${status} × ${count}`).join(", ")}`);
for (const fault of faults.slice(0, 20)) console.log(`  FAULT ${fault}`);
for (const line of loggedErrors.slice(0, 10)) console.log(`  LOG ${line.slice(0, 400)}`);
const hasPassed = faults.length === 0 && loggedErrors.length === 0;
console.log(`${faults.length} faulty responses, ${loggedErrors.length} logged errors`);
process.exit(hasPassed ? 0 : 1);
