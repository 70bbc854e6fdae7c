/**
 * Forwards stored messages to the spreadsheet. A run claims messages with a lease, so that two runs never
 * send the same one; it sends outside any transaction. Messages of one sender arrive in the order in which
 * they were sent: a later one waits for an earlier one.
 */
import { and, eq, isNotNull, sql } from "drizzle-orm";
import * as v from "valibot";
import { contactMessages } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { logError, logInfo } from "~/platform/log.server";
import { getRetryDelayMs, MAX_ATTEMPTS } from "./retry-delay.server";
import { type AppendOutcome, appendRow, countRows } from "./sheet.server";
import { toSheetRow } from "./sheet-row.server";

/** How many messages are claimed and sent at the same time; Workers allow six connections a request. */
const BATCH_SIZE = 4;
/** How long a claim lasts: longer than an attempt can take. If a run dies, another one takes its messages then. */
const LEASE_S = 20;

const leasedMessageSchema = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  message: v.string(),
  attempts: v.number(),
  was_unknown: v.boolean(),
});
type LeasedMessage = v.InferOutput<typeof leasedMessageSchema>;

/** Forwards the messages that are due until none is left or `budgetMs` is used up. Returns how many arrived. */
export async function forwardMessages(platform: Platform, budgetMs: number): Promise<number> {
  const database = await platform.database.get();
  const deadline = Date.now() + budgetMs;
  let arrived = 0;
  while (Date.now() < deadline) {
    const claimed = await leaseDueMessages(database);
    if (claimed.length === 0) break;
    const outcomes = await Promise.all(
      claimed.map((message) => forward(platform, database, message)),
    );
    arrived += outcomes.filter(Boolean).length;
  }
  if (arrived > 0)
    logInfo("contact.forwarded", { requestId: platform.requestId, messages: arrived });
  return arrived;
}

/** Marks every claimed message's outcome as unknown: if this run dies, the next one looks before it sends. */
async function leaseDueMessages(database: Database): Promise<LeasedMessage[]> {
  const result = await database.execute(sql`
    with due as (
      select candidate.id, candidate.outcome_unknown as was_unknown
      from contact_messages candidate
      where candidate.forwarded_at is null and candidate.dead_at is null
        and not candidate.suspected_spam and candidate.next_attempt_at <= now()
        and not exists (
          select 1 from contact_messages earlier
          where earlier.email = candidate.email
            and earlier.forwarded_at is null and earlier.dead_at is null
            and not earlier.suspected_spam
            and (earlier.created_at, earlier.id) < (candidate.created_at, candidate.id)
        )
      order by candidate.created_at, candidate.id
      limit ${BATCH_SIZE}
      for update skip locked
    )
    update contact_messages message
    set attempts = message.attempts + 1, outcome_unknown = true,
      next_attempt_at = now() + make_interval(secs => ${LEASE_S})
    from due where message.id = due.id
    returning message.id, message.name, message.email, message.message, message.attempts,
      due.was_unknown`);
  return v.parse(v.array(leasedMessageSchema), result.rows);
}

/** One attempt; true when the message is in the spreadsheet afterwards. */
async function forward(
  platform: Platform,
  database: Database,
  message: LeasedMessage,
): Promise<boolean> {
  const { sheet } = platform.config;
  const row = toSheetRow(message);
  const isThere = message.was_unknown && (await isAlreadyAppended(platform, database, message));
  const outcome: AppendOutcome = isThere
    ? { kind: "accepted" }
    : await appendRow(sheet, row, message.id);
  await recordOutcome(platform, database, message, outcome);
  return outcome.kind === "accepted";
}

/**
 * Whether an attempt without a clear answer did add its row: then the spreadsheet holds more such rows
 * than the table knows of. False when the spreadsheet cannot be read, because a message that arrives
 * twice is better than one that is lost.
 */
async function isAlreadyAppended(
  platform: Platform,
  database: Database,
  message: LeasedMessage,
): Promise<boolean> {
  const inSheet = await countRows(platform.config.sheet, toSheetRow(message));
  if (inSheet === undefined) {
    logInfo("contact.unverifiable", { requestId: platform.requestId, messageId: message.id });
    return false;
  }
  const known = await database.$count(
    contactMessages,
    and(
      eq(contactMessages.name, message.name),
      eq(contactMessages.email, message.email),
      eq(contactMessages.message, message.message),
      isNotNull(contactMessages.forwardedAt),
    ),
  );
  return inSheet > known;
}

async function recordOutcome(
  platform: Platform,
  database: Database,
  { id, attempts }: LeasedMessage,
  outcome: AppendOutcome,
): Promise<void> {
  const isThisOne = eq(contactMessages.id, id);
  if (outcome.kind === "accepted") {
    const arrived = { forwardedAt: sql`now()`, outcomeUnknown: false, lastError: null };
    await database.update(contactMessages).set(arrived).where(isThisOne);
    return;
  }
  const outcomeUnknown = outcome.kind === "unknown";
  const retryAfterMs = outcome.kind === "refused" ? outcome.retryAfterMs : undefined;
  const wait = getRetryDelayMs({ attempts, outcomeUnknown, retryAfterMs });
  const isDead = attempts >= MAX_ATTEMPTS;
  await database
    .update(contactMessages)
    .set({
      outcomeUnknown,
      lastError: outcome.error,
      nextAttemptAt: sql`now() + make_interval(secs => ${wait / 1000})`,
      deadAt: isDead ? sql`now()` : null,
    })
    .where(isThisOne);
  if (isDead) {
    const error = new Error(`Gave up after ${attempts} attempts: ${outcome.error}`);
    logError("contact.dead", error, { requestId: platform.requestId, messageId: id });
  }
}
