/**
 * Forwards stored messages to the spreadsheet. Each run leases messages, so that concurrent runs never send
 * the same one, and sends outside of transactions. Messages of one sender are forwarded in order.
 */
import { eq, sql } from "drizzle-orm";
import { contactMessages } from "#drizzle/schema";
import { backoff, RETRY_POLICIES } from "~/platform/backoff.server";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { drain } from "~/platform/drain.server";
import { logError, logInfo } from "~/platform/log.server";
import { type AppendOutcome, appendRow, toSheetRow } from "./sheet.server";

/** Messages leased and sent concurrently (workers/scheduled.ts). */
const BATCH_SIZE = 2;
/** Longer than an attempt can take. If a run crashes, its messages are leased again after this. */
export const LEASE_S = 45;
/** After this many failed attempts, about nine hours, a message is dead and needs an operator. */
export const MAX_ATTEMPTS = 20;
/** Sends that may each have appended a row. After the last, an operator looks into the spreadsheet. */
export const MAX_UNCONFIRMED_SENDS = 3;
/** Minimum delay after the first and the second of them: the API may be slow, or down. */
const UNCONFIRMED_DELAYS_MS = [15_000, RETRY_POLICIES.contact.maxMs];

/** `unconfirmedSends` counts the send that is about to start. */
type LeasedMessage = Pick<
  typeof contactMessages.$inferSelect,
  "id" | "name" | "email" | "message" | "isSuspect" | "attempts" | "unconfirmedSends"
>;

/** Forwards due messages until none are left or `budgetMs` is used up. Returns how many were forwarded. */
export async function forwardMessages(platform: Platform, budgetMs: number): Promise<number> {
  const database = await platform.database.get();
  const { sheet } = platform.config;
  if (!sheet) {
    await settleWithoutSheet(database);
    return 0;
  }
  const forwarded = await drain(
    () => leaseDueMessages(database),
    (message) => forward({ platform, database, sheet }, message),
    budgetMs,
  );
  if (forwarded > 0)
    logInfo("contact.forwarded", { requestId: platform.requestId, messages: forwarded });
  return forwarded;
}

/**
 * Without a spreadsheet, a message is delivered by its email; a marked one has none and waits for the daily
 * list.
 */
async function settleWithoutSheet(database: Database): Promise<void> {
  await database.execute(sql`
    update contact_messages
    set suspected_spam = marked, forwarded_at = (select now() where not marked)
    where forwarded_at is null and dead_at is null and not suspected_spam`);
}

/**
 * The first pending message of each sender is found in one pass, whatever the planner knows about the table.
 * The last condition is for a row that another run has just leased: Postgres tests it again on the locked
 * row.
 */
async function leaseDueMessages(database: Database): Promise<LeasedMessage[]> {
  const { rows } = await database.execute<LeasedMessage>(sql`
    with first_of_sender as materialized (
      select distinct on (email) id, created_at, next_attempt_at
      from contact_messages
      where forwarded_at is null and dead_at is null and not suspected_spam
      order by email, created_at, id
    ), next as materialized (
      select id from first_of_sender where next_attempt_at <= now()
      order by created_at, id limit 100
    ), due as (
      select message.id from next join contact_messages message on message.id = next.id
      where message.next_attempt_at <= now()
      order by message.created_at, message.id limit ${BATCH_SIZE}
      for update of message skip locked
    )
    update contact_messages message
    set attempts = message.attempts + 1,
      unconfirmed_sends = message.unconfirmed_sends + 1,
      next_attempt_at = now() + make_interval(secs => ${LEASE_S})
    from due where message.id = due.id
    returning message.id, message.name, message.email, message.message, message.marked as "isSuspect", message.attempts,
      message.unconfirmed_sends as "unconfirmedSends"`);
  return rows;
}

interface Destination {
  readonly platform: Platform;
  readonly database: Database;
  readonly sheet: NonNullable<Platform["config"]["sheet"]>;
}

/** One attempt; true if the message is in the spreadsheet afterward. */
async function forward({ platform, database, sheet }: Destination, message: LeasedMessage) {
  // A crash during the last send left no outcome.
  const isUnclear = message.unconfirmedSends > MAX_UNCONFIRMED_SENDS;
  const outcome: AppendOutcome = isUnclear
    ? { kind: "unknown", error: "the Worker stopped" }
    : await appendRow(sheet, toSheetRow(message, message.isSuspect), message.id);
  const isMessage = eq(contactMessages.id, message.id);
  if (outcome.kind === "accepted") {
    const values = { forwardedAt: sql`now()`, lastError: null };
    await database.update(contactMessages).set(values).where(isMessage);
    return true;
  }
  const isUnknown = outcome.kind === "unknown";
  const isDead =
    message.attempts >= MAX_ATTEMPTS ||
    (isUnknown && message.unconfirmedSends >= MAX_UNCONFIRMED_SENDS);
  await database
    .update(contactMessages)
    .set({
      ...(!isUnknown && { unconfirmedSends: message.unconfirmedSends - 1 }),
      lastError: outcome.error,
      nextAttemptAt: sql`now() + ${getRetryDelay(message, isUnknown)}`,
      deadAt: isDead ? sql`now()` : null,
    })
    .where(isMessage);
  if (isDead) {
    const error = new Error(`Gave up after ${message.attempts} attempts: ${outcome.error}`);
    logError("contact.dead", error, { requestId: platform.requestId, messageId: message.id });
  }
  return false;
}

function getRetryDelay(message: LeasedMessage, isUnknown: boolean) {
  const minimumMs = isUnknown ? (UNCONFIRMED_DELAYS_MS[message.unconfirmedSends - 1] ?? 0) : 0;
  return sql`greatest(
    make_interval(secs => ${minimumMs}::float8 / 1000),
    ${backoff(RETRY_POLICIES.contact, message.attempts - 1)})`;
}
