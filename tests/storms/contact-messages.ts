/**
 * `node tests/storms/contact-messages.ts [seed]`: 500 messages from 20 senders in parallel, while the spreadsheet fails in
 * every way it can and the Worker is killed and restarted twice. At the end each message is in the sheet, up
 * to three times, or waits for an operator; those of one sender are in the order in which they were sent.
 */
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import * as v from "valibot";
import { runCron } from "../../local/commands/crons.ts";
import { seededRandom } from "../support/numbers.ts";
import { startProduct } from "../support/product.ts";

const SEED = Number(process.argv[2] ?? 20_261_120);
const SENDERS = 20;
const MESSAGES_EACH = 25;
const TOTAL = SENDERS * MESSAGES_EACH;
const KILL_AFTER = [TOTAL / 3, (TOTAL * 2) / 3];
const FAULTS = [
  { kind: "500" },
  { kind: "429", retryAfter: 1 },
  { kind: "hang", ms: 6_000 },
  { kind: "close" },
  { kind: "broken" },
] as const;
const FAULT_MS = 1_200;
const CALM_MS = 600;
const CRON_EVERY_MS = 1_000;
const DEADLINE_MS = 115_000;

const startedAt = Date.now();
const random = seededRandom(SEED);
const product = await startProduct();
const sheetUrl = `http://127.0.0.1:${product.ports.sheet}`;
const figures = { accepted: 0, resent: 0, kills: 0, faultPeriods: 0 };
let isUp = Promise.resolve();
let isOver = false;

async function orderFault(always: (typeof FAULTS)[number] | null): Promise<void> {
  await fetch(`${sheetUrl}/_local/faults`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ next: [], always }),
  });
}

/** Each kind of failure in turn, with a short calm after each, until everyone has been thanked. */
async function breakTheSheet(): Promise<void> {
  for (let index = 0; figures.accepted < TOTAL || index < FAULTS.length; index += 1) {
    await orderFault(FAULTS[index % FAULTS.length] ?? null);
    figures.faultPeriods += 1;
    await sleep(FAULT_MS);
    await orderFault(null);
    await sleep(CALM_MS);
  }
}

async function killTheWorker(): Promise<void> {
  for (const count of KILL_AFTER) {
    while (figures.accepted < count) await sleep(20);
    await product.killSite();
    figures.kills += 1;
    isUp = product.startSite();
    await isUp;
  }
}

async function runCronRepeatedly(): Promise<void> {
  while (!isOver) {
    await runCron(product.siteUrl, "* * * * *");
    await sleep(CRON_EVERY_MS);
  }
}

const getAddress = (sender: number) => `sender-${sender}@example.com`;
const getMessage = (sender: number, number: number) => `Message ${number} of sender ${sender}`;

/**
 * Posts the form as a browser would, and resends it when there is no response. Each uses a separate network,
 * because networks are limited.
 */
async function send(sender: number, number: number): Promise<void> {
  const form = new URLSearchParams({
    id: crypto.randomUUID(),
    startedAt: String(Date.now() - 60_000),
    website: "",
    name: `Sender ${sender}`,
    email: getAddress(sender),
    message: getMessage(sender, number),
  });
  for (;;) {
    const text = await fetch(`${product.siteUrl}/contact`, {
      method: "POST",
      body: form,
      headers: { Origin: product.siteUrl, "CF-Connecting-IP": `10.0.${sender}.${number}` },
      signal: AbortSignal.timeout(20_000),
    })
      .then((response) => response.text())
      .catch(() => "");
    if (text.includes("Your message has been sent!")) break;
    figures.resent += 1;
    await isUp;
    await sleep(100 + random() * 200);
  }
  figures.accepted += 1;
}

async function sendAll(sender: number): Promise<void> {
  for (let number = 1; number <= MESSAGES_EACH; number += 1) {
    await send(sender, number);
    await sleep(random() * 500);
  }
}

const senders = Array.from({ length: SENDERS }, (_, index) => index + 1);
const clock = runCronRepeatedly();
await Promise.all([breakTheSheet(), killTheWorker(), ...senders.map(sendAll)]);
const thankedAfter = Date.now() - startedAt;

const sql = postgres(product.cloud.superuserUrl, { max: 1, onnotice: () => {} });
const pending = async () => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from contact_messages where forwarded_at is null and dead_at is null`;
  return row?.count ?? TOTAL;
};
while ((await pending()) > 0 && Date.now() - startedAt < DEADLINE_MS) {
  // Not an hour later; what is being sent keeps its lease.
  await sql`
    update contact_messages set next_attempt_at = now()
    where forwarded_at is null and next_attempt_at > now() + interval '1 minute'`;
  await sleep(500);
}
isOver = true;
await clock;

const sheet = await fetch(`${sheetUrl}/_local/rows`);
const { rows } = v.parse(
  v.object({ rows: v.array(v.object({ values: v.tuple([v.string(), v.string(), v.string()]) })) }),
  await sheet.json(),
);
const [table] = await sql<
  { stored: number; forwarded: number; unclear: number; attempts: number }[]
>`
  select count(*)::int as stored, count(forwarded_at)::int as forwarded, count(dead_at)::int as unclear,
    sum(attempts)::int as attempts
  from contact_messages`;
await sql.end();
await product.close();

const messages = rows.map(({ values }) => values[2]);
const texts = [...new Set(messages)];
const mostCopies = Math.max(...texts.map((text) => messages.filter((row) => row === text).length));
const inOrder = senders.filter((sender) => {
  const received = texts.filter((message) => message.endsWith(` of sender ${sender}`));
  const numbers = received.map((message) => Number(message.split(" ")[1]));
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
});
const report = {
  "messages thanked for": figures.accepted,
  "form posts repeated": figures.resent,
  "Worker killed": figures.kills,
  "periods of failure": figures.faultPeriods,
  "rows in the sheet": messages.length,
  "of them different": texts.length,
  "most rows of one message": mostCopies,
  "senders in order": inOrder.length,
  "stored in the table": table?.stored,
  "forwarded, says the table": table?.forwarded,
  "unclear, says the table": table?.unclear,
  "attempts in all": table?.attempts,
  "seconds until all were thanked": Math.round(thankedAfter / 1000),
  "seconds in all": Math.round((Date.now() - startedAt) / 1000),
};
console.table(report);

const isRight =
  figures.accepted === TOTAL &&
  figures.kills === KILL_AFTER.length &&
  mostCopies <= 3 &&
  inOrder.length === SENDERS &&
  table?.stored === TOTAL &&
  table.forwarded + table.unclear === TOTAL &&
  texts.length >= table.forwarded;
console.log(
  isRight ? "✓ No message is lost, and all are in order" : "✗ The sheet is not what it should be",
);
process.exit(isRight ? 0 : 1);
