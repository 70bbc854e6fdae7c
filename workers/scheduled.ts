/** What runs by the clock; `[triggers]` in wrangler.toml has the same expressions. */
import type { Platform } from "~/platform/context.server";
import { logError, logInfo } from "~/platform/log.server";

/** A run ends well before the next one starts. */
const FORWARD_BUDGET_MS = 45_000;

/** What a run dealt with. */
interface Done {
  /** Messages forwarded, or customers compared with Stripe. */
  readonly done: number;
  /** Messages whose time was over. */
  readonly deleted?: number;
}

/** Tasks by cron expression. Loaded when their time comes: start-up is for visitors. */
export const SCHEDULE: Readonly<Record<string, (platform: Platform) => Promise<Done>>> = {
  "* * * * *": async (platform) => {
    const { forwardMessages } = await import("~/contact/forward-messages.server");
    const { deleteExpiredMessages } = await import("~/contact/store-message.server");
    const done = await forwardMessages(platform, FORWARD_BUDGET_MS);
    return { done, deleted: await deleteExpiredMessages(platform) };
  },
  "*/15 * * * *": async (platform) => {
    const { reconcileSubscriptions } = await import("~/billing/sync/reconcile.server");
    return { done: (await reconcileSubscriptions(platform)).synced };
  },
};

/**
 * Runs the task of `cron`, and leaves one line that says what came of it: where that line stays away, nothing
 * runs any more. A failure is logged and thrown, so that the platform counts it.
 */
export async function runScheduled(cron: string, platform: Platform): Promise<void> {
  const task = SCHEDULE[cron];
  if (!task) throw new Error(`Nothing is scheduled for "${cron}"`);
  const start = Date.now();
  try {
    const done = await task(platform);
    const { requestId } = platform;
    logInfo("scheduled.done", { cron, ...done, ms: Date.now() - start, requestId });
  } catch (error) {
    logError("scheduled.failed", error, { cron, requestId: platform.requestId });
    throw error;
  } finally {
    await platform.close();
  }
}
