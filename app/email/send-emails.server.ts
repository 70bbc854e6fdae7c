/** Sends the rows of `outgoing_emails`, again after an unknown outcome: twice is better than never. */
import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { outgoingEmails } from "#drizzle/schema";
import { brand } from "~/content/brand";
import { studio } from "~/content/studio";
import { backoff, RETRY_POLICIES } from "~/platform/backoff.server";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { drain } from "~/platform/drain.server";
import { logError, logInfo } from "~/platform/log.server";
import { readReplyTo, readValues } from "./email-values.server";
import { renderEmail } from "./render-email";

const BATCH_SIZE = 2;
/** Time for one email, well below the first retry delay. */
const SEND_TIMEOUT_MS = 15_000;
/** Half an hour of failures: an operator should investigate. */
const ALERT_AFTER_ATTEMPTS = 6;

/**
 * Attempts after which an error ends the retries. It repeats for the same email, so it alerts no operator.
 * Source: Cloudflare, Email Service, Workers API, "Error codes".
 */
const FINAL_ATTEMPTS: Readonly<Record<string, number>> = {
  // 27 hours: after a full mailbox, Cloudflare's suppression ends after 24. `/readyz` leaves these out.
  E_RECIPIENT_SUPPRESSED: 36,
  E_VALIDATION_ERROR: 1,
  E_FIELD_MISSING: 1,
  E_CONTENT_TOO_LARGE: 1,
  // A quarter hour, in which `/readyz` does not report the email's age yet.
  E_DELIVERY_FAILED: 5,
};

/** Cloudflare's code. Never the message, which may contain the address. */
const errorSchema = v.fallback(v.object({ code: v.string() }), { code: "unknown" });

const leasedEmailSchema = v.object({
  id: v.string(),
  template: v.string(),
  recipient: v.string(),
  payload: v.unknown(),
  attempts: v.number(),
  /** When the event that it reports happened. Epoch milliseconds. */
  happened_at: v.number(),
});
type LeasedEmail = v.InferOutput<typeof leasedEmailSchema>;

/**
 * Sends due emails until none are left or `budgetMs` is used up. Returns how many were sent; 0 without the
 * binding.
 */
export async function sendDueEmails(platform: Platform, budgetMs: number): Promise<number> {
  const { mailer } = platform;
  if (!mailer) return 0;
  const database = await platform.database.get();
  return drain(
    () => leaseDueEmails(database),
    (email) => sendEmail({ platform, database, mailer }, email),
    budgetMs,
  );
}

/** The lease is also the retry delay, `RETRY_POLICIES.email`: a failed attempt writes nothing else. */
async function leaseDueEmails(database: Database): Promise<LeasedEmail[]> {
  const { rows } = await database.execute(sql`
    with due as (
      select id from outgoing_emails
      where sent_at is null and rejected_at is null and next_attempt_at <= now()
      order by next_attempt_at limit ${BATCH_SIZE}
      for update skip locked
    )
    update outgoing_emails email
    set attempts = email.attempts + 1,
      next_attempt_at = now() + ${backoff(RETRY_POLICIES.email, sql`email.attempts`)}
    from due where email.id = due.id
    returning email.id, email.template, email.recipient, email.payload, email.attempts,
      (extract(epoch from email.created_at) * 1000)::float8 as happened_at`);
  return v.parse(v.array(leasedEmailSchema), rows);
}

interface Outbox {
  readonly platform: Platform;
  readonly database: Database;
  readonly mailer: SendEmail;
}

/** One attempt, and its outcome in the row; true if the email was sent. */
async function sendEmail(outbox: Outbox, email: LeasedEmail): Promise<boolean> {
  const { platform, database, mailer } = outbox;
  try {
    const sending = mailer.send({
      from: { name: brand.name, email: studio.email },
      to: email.recipient || studio.email,
      replyTo: readReplyTo(email.payload),
      ...renderEmail(email.template, readValues(platform.config, email)),
    });
    await Promise.race([sending, rejectAfter(SEND_TIMEOUT_MS)]);
  } catch (error) {
    await recordFailure(outbox, email, error);
    return false;
  }
  await database
    .update(outgoingEmails)
    .set({ sentAt: sql`now()` })
    .where(eq(outgoingEmails.id, email.id));
  return true;
}

/** Stores the error of an attempt. After the last attempt, the email is rejected. */
async function recordFailure(
  { platform: { requestId }, database }: Outbox,
  { id, template, attempts }: LeasedEmail,
  error: unknown,
): Promise<void> {
  const isEmail = eq(outgoingEmails.id, id);
  const { code } = v.parse(errorSchema, error);
  const event = { requestId, emailId: id, template, code };
  await database.update(outgoingEmails).set({ lastError: code }).where(isEmail);
  const finalAttempt = FINAL_ATTEMPTS[code];
  if (finalAttempt === undefined) {
    if (attempts >= ALERT_AFTER_ATTEMPTS) logError("email.stuck", error, event);
  } else if (attempts >= finalAttempt) {
    await database.update(outgoingEmails).set({ rejectedAt: sql`now()` }).where(isEmail);
    logInfo("email.rejected", event);
  }
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error("The email service did not respond")), ms);
  });
}

/** Deletes emails a week after they were written, sent or not, at most 1,000 per run; returns how many. */
export async function deleteOldEmails(platform: Platform): Promise<number> {
  const database = await platform.database.get();
  const { rowCount } = await database.execute(sql`
    delete from outgoing_emails where id in (
      select id from outgoing_emails where created_at < now() - interval '7 days'
      order by created_at limit 1000
    )`);
  return rowCount ?? 0;
}
