/**
 * Forwards stored messages to the spreadsheet. Each run leases messages, so that concurrent runs never send the same
 * one, and sends outside of transactions. Messages of one sender are forwarded in order.
 */
import { and, eq, isNotNull, sql } from "drizzle-orm";
import * as v from "valibot";
import { contactMessages } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { logError, logInfo } from "~/platform/log.server";
import { getRetryDelayMs, MAX_ATTEMPTS } from "./retry-delay.server";
import { type AppendOutcome, appendRow, countRows, toSheetRow } from "./sheet.server";

/** Messages leased and sent concurrently; Workers allow six connections per request. */
const BATCH_SIZE = 4;
/** Longer than an attempt can take. If a run crashes, its messages are leased again after this. */
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

/** Also marks the outcomes as unknown, so that after a crash the next run checks the spreadsheet before it sends. */
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

/** One attempt; true if the message is in the spreadsheet afterward. */
async function forward(
  platform: Platform,
  database: Database,
  message: LeasedMessage,
): Promise<boolean> {
  const { sheet } = platform.config;
  const row = toSheetRow(message);
  const isAppended = message.was_unknown && (await isAlreadyAppended(platform, database, message));
  const outcome: AppendOutcome = isAppended
    ? { kind: "accepted" }
    : await appendRow(sheet, row, message.id);
  await recordOutcome(platform, database, message, outcome);
  return outcome.kind === "accepted";
}

/**
 * Whether an attempt with unknown outcome did append its row: the spreadsheet then has more equal rows than there are
 * forwarded messages. False if the spreadsheet cannot be read: a duplicate is better than a lost message.
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
  const forwarded = await database.$count(
    contactMessages,
    and(
      eq(contactMessages.name, message.name),
      eq(contactMessages.email, message.email),
      eq(contactMessages.message, message.message),
      isNotNull(contactMessages.forwardedAt),
    ),
  );
  return inSheet > forwarded;
}

async function recordOutcome(
  platform: Platform,
  database: Database,
  { id, attempts }: LeasedMessage,
  outcome: AppendOutcome,
): Promise<void> {
  const isMessage = eq(contactMessages.id, id);
  if (outcome.kind === "accepted") {
    const values = { forwardedAt: sql`now()`, outcomeUnknown: false, lastError: null };
    await database.update(contactMessages).set(values).where(isMessage);
    return;
  }
  const delayMs = getRetryDelayMs(attempts, outcome);
  const isDead = attempts >= MAX_ATTEMPTS;
  await database
    .update(contactMessages)
    .set({
      outcomeUnknown: outcome.kind === "unknown",
      lastError: outcome.error,
      nextAttemptAt: sql`now() + make_interval(secs => ${delayMs / 1000})`,
      deadAt: isDead ? sql`now()` : null,
    })
    .where(isMessage);
  if (isDead) {
    const error = new Error(`Gave up after ${attempts} attempts: ${outcome.error}`);
    logError("contact.dead", error, { requestId: platform.requestId, messageId: id });
  }
}
