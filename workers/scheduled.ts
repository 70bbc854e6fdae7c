/** Cron tasks. The expressions must match `[triggers]` in wrangler.toml. */
import type { Platform } from "~/platform/context.server";
import { logError, logInfo } from "~/platform/log.server";

/** Budgets below the interval, so that a run ends before the next one starts. */
const FORWARD_BUDGET_MS = 30_000;
const EMAIL_BUDGET_MS = 15_000;

/** Counts of a run, for its log line. */
interface TaskReport {
  /** Messages forwarded and emails sent, or customers synced. */
  readonly done: number;
  /** Expired messages, emails and quotas that were deleted. */
  readonly deleted?: number;
}

/** Tasks by cron expression. Imported on demand to keep start-up fast. */
export const SCHEDULE: Readonly<Record<string, (platform: Platform) => Promise<TaskReport>>> = {
  "* * * * *": async (platform) => {
    const { forwardMessages } = await import("~/contact/forward-messages.server");
    const { reportMessages } = await import("~/contact/report-messages.server");
    const { deleteExpiredMessages } = await import("~/contact/store-message.server");
    const { deleteOldEmails, sendDueEmails } = await import("~/email/send-emails.server");
    const { deleteExpiredQuotas } = await import("~/platform/quota.server");
    // Tasks run side by side: emails do not wait for a spreadsheet that hangs. Each sends two at a time; a
    // Worker has six connections, one of which is the database.
    const [forwarded, sent, ...deleted] = await completeAll([
      forwardMessages(platform, FORWARD_BUDGET_MS),
      sendDueEmails(platform, EMAIL_BUDGET_MS),
      deleteExpiredMessages(platform),
      deleteOldEmails(platform),
      deleteExpiredQuotas(platform),
    ]);
    await reportMessages(platform);
    return { done: forwarded + sent, deleted: deleted.reduce((sum, count) => sum + count, 0) };
  },
  "*/15 * * * *": async (platform) => {
    const { reconcileSubscriptions } = await import("~/billing/sync/reconcile.server");
    return { done: (await reconcileSubscriptions(platform)).synced };
  },
};

/** The results, once all are settled: a failure does not interrupt the others. Throws the first error. */
async function completeAll<Results extends readonly unknown[]>(
  tasks: { readonly [Index in keyof Results]: Promise<Results[Index]> },
): Promise<Results> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}

/**
 * Runs the task of `cron` and logs one line, whose absence alerts. Rethrows an error, so that Cloudflare
 * counts it.
 */
export async function runScheduled(cron: string, platform: Platform): Promise<void> {
  const task = SCHEDULE[cron];
  if (!task) throw new Error(`Nothing is scheduled for "${cron}"`);
  const start = Date.now();
  try {
    const report = await task(platform);
    const { requestId } = platform;
    logInfo("scheduled.done", { cron, ...report, ms: Date.now() - start, requestId });
  } catch (error) {
    logError("scheduled.failed", error, { cron, requestId: platform.requestId });
    throw error;
  } finally {
    await platform.close();
  }
}
