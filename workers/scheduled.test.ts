import { expect, test, vi } from "vitest";
import { TIMEOUT_MS } from "~/contact/sheet.server";
import { getPlatform, type Platform } from "~/platform/context.server";
import { createRequestContext } from "../tests/support/routes/request-context";
import { runScheduled } from "./scheduled";

const { events, budgets } = vi.hoisted((): { events: string[]; budgets: number[] } => ({
  events: [],
  budgets: [],
}));

vi.mock("~/contact/forward-messages.server", () => ({
  forwardMessages(_: Platform, budgetMs: number) {
    budgets.push(budgetMs);
    return Promise.reject(new Error("The spreadsheet is down"));
  },
}));
vi.mock("~/contact/store-message.server", () => ({ deleteExpiredMessages: async () => 0 }));
vi.mock("~/email/send-emails.server", () => ({
  deleteOldEmails: async () => 0,
  async sendDueEmails() {
    await new Promise((resolve) => setImmediate(resolve));
    events.push("emails sent");
    return 1;
  },
}));

test("a task that fails does not close the database under the others", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const platform = getPlatform(createRequestContext());
  const close = async () => void events.push("closed");
  const running = runScheduled("* * * * *", { ...platform, close });
  await expect(running).rejects.toThrow("The spreadsheet is down");
  expect(events).toEqual(["emails sent", "closed"]);
  // The last message included, before the next run starts.
  expect(budgets.map((ms) => ms + TIMEOUT_MS < 60_000)).toEqual([true]);
});
