/**
 * Forwards stored messages to the spreadsheet. Each run leases messages, so that concurrent runs never send the same
 * one, and sends outside of transactions. Messages of one sender are forwarded in order.
 */
import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { contactMessages } from "#drizzle/schema";
import { backoff, RETRY_POLICIES } from "~/platform/backoff.server";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { logError, logInfo } from "~/platform/log.server";
import { type AppendOutcome, appendRow, countRows, toSheetRow } from "./sheet.server";

/** Messages leased and sent concurrently (workers/scheduled.ts). */
const BATCH_SIZE = 2;
/** Longer than an attempt can take. If a run crashes, its messages are leased again after this. */
const LEASE_S = 20;
/** Minimum delay after an unknown outcome: the spreadsheet may still be processing the request. */
const MIN_DELAY_UNKNOWN_MS = 15_000;
/** After this many failed attempts, about nine hours, a message is dead and needs an operator. */
export const MAX_ATTEMPTS = 20;

const leasedMessageSchema = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  message: v.string(),
  attempts: v.number(),
  rows_before: v.nullable(v.number()),
});
type LeasedMessage = v.InferOutput<typeof leasedMessageSchema>;

/** Forwards due messages until none are left or `budgetMs` is used up. Returns how many were forwarded. */
export async function forwardMessages(platform: Platform, budgetMs: number): Promise<number> {
  const database = await platform.database.get();
  const deadline = Date.now() + budgetMs;
  let forwarded = 0;
  while (Date.now() < deadline) {
    const leased = await leaseDueMessages(database);
    if (leased.length === 0) break;
    const outcomes = await Promise.all(
      leased.map((message) => forward(platform, database, message)),
    );
    forwarded += outcomes.filter(Boolean).length;
  }
  if (forwarded > 0)
    logInfo("contact.forwarded", { requestId: platform.requestId, messages: forwarded });
  return forwarded;
}

async function leaseDueMessages(database: Database): Promise<LeasedMessage[]> {
  const result = await database.execute(sql`
    with due as (
      select candidate.id
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
    set attempts = message.attempts + 1,
      next_attempt_at = now() + make_interval(secs => ${LEASE_S})
    from due where message.id = due.id
    returning message.id, message.name, message.email, message.message, message.attempts,
      message.rows_before`);
  return v.parse(v.array(leasedMessageSchema), result.rows);
}

/** One attempt; true if the message is in the spreadsheet afterward. */
async function forward(platform: Platform, database: Database, message: LeasedMessage) {
  const isAppended = await isAlreadyAppended(platform, database, message);
  const outcome: AppendOutcome = isAppended
    ? { kind: "accepted" }
    : await appendRow(platform.config.sheet, toSheetRow(message), message.id);
  await recordOutcome(platform, database, message, outcome);
  return outcome.kind === "accepted";
}

/**
 * Whether an earlier attempt with unknown outcome did append its row: the spreadsheet then has more equal rows than
 * before it. Before any other attempt, stores that number. False if the spreadsheet cannot be read: a duplicate is better
 * than a lost message.
 */
async function isAlreadyAppended(platform: Platform, database: Database, message: LeasedMessage) {
  const { id: messageId, rows_before: rowsBefore } = message;
  const inSheet = await countRows(platform.config.sheet, toSheetRow(message));
  if (inSheet === undefined) {
    logInfo("contact.unverifiable", { requestId: platform.requestId, messageId });
    return false;
  }
  if (rowsBefore !== null) return inSheet > rowsBefore;
  await database
    .update(contactMessages)
    .set({ rowsBefore: inSheet })
    .where(eq(contactMessages.id, messageId));
  return false;
}

async function recordOutcome(
  platform: Platform,
  database: Database,
  { id, attempts }: LeasedMessage,
  outcome: AppendOutcome,
): Promise<void> {
  const isMessage = eq(contactMessages.id, id);
  if (outcome.kind === "accepted") {
    const values = { forwardedAt: sql`now()`, lastError: null };
    await database.update(contactMessages).set(values).where(isMessage);
    return;
  }
  const isUnknown = outcome.kind === "unknown";
  const minimumMs = isUnknown ? MIN_DELAY_UNKNOWN_MS : (outcome.retryAfterMs ?? 0);
  const minimum = sql`make_interval(secs => least(${minimumMs}, ${RETRY_POLICIES.contact.maxMs})::float8 / 1000)`;
  const isDead = attempts >= MAX_ATTEMPTS;
  await database
    .update(contactMessages)
    .set({
      // Rejected: the next attempt counts again.
      ...(isUnknown ? {} : { rowsBefore: null }),
      lastError: outcome.error,
      nextAttemptAt: sql`now() + greatest(${minimum}, ${backoff(RETRY_POLICIES.contact, attempts - 1)})`,
      deadAt: isDead ? sql`now()` : null,
    })
    .where(isMessage);
  if (isDead) {
    const error = new Error(`Gave up after ${attempts} attempts: ${outcome.error}`);
    logError("contact.dead", error, { requestId: platform.requestId, messageId: id });
  }
}
