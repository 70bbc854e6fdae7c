import { describe, expect, test } from "vitest";
import { createCookieJar } from "~/platform/cookie-jar.server";
import { formatDated } from "~/ui/dated-text";
import { billingDate } from "./billing-date";
import type { PlanState } from "./plan-words";
import { describeChanges, readPortalVisit, type Standing } from "./portal-visit.server";

const end = billingDate(new Date("2026-12-21T00:00:00Z"), new Date("2026-11-21T00:00:00Z"));
const before: Standing = {
  userId: "user-1",
  status: "active",
  planId: "pro",
  cancels: false,
  scheduleId: null,
  cardId: "pm_1",
};
const state: PlanState = {
  status: "active",
  planName: "Pro",
  price: "$250 a month",
  trialEnd: null,
  cancelAt: null,
  currentPeriodEnd: end,
  next: null,
};
const card = "Visa ending in 4242";

test.each<[string, Partial<Standing>, Partial<Standing>, Partial<PlanState>, string | null]>([
  ["nothing", {}, {}, {}, null],
  [
    "a cancellation",
    {},
    { cancels: true },
    { cancelAt: end },
    "Your Pro plan is cancelled, and ends on December 21.",
  ],
  ["a resumption", { cancels: true }, {}, {}, "Your Pro plan is resumed: it does not end."],
  ["an end", {}, { status: "canceled" }, {}, "Your Pro plan has ended."],
  [
    "a switch",
    {},
    { planId: "business" },
    { planName: "Business" },
    "You have switched from Pro to Business.",
  ],
  [
    "a switch that waits",
    {},
    { scheduleId: "sub_sched_1" },
    { next: { planName: "Starter", price: null } },
    "You will switch to Starter on December 21.",
  ],
  [
    "a switch taken back",
    { scheduleId: "sub_sched_1" },
    {},
    {},
    "You stay on Pro: the switch to another plan is taken back.",
  ],
  ["a card", {}, { cardId: "pm_2" }, {}, "Your card is now Visa ending in 4242."],
  ["a payment", { status: "past_due" }, {}, {}, "Thank you, your Pro plan is active again."],
  [
    "several",
    {},
    { cancels: true, cardId: "pm_2" },
    { cancelAt: end },
    "Your Pro plan is cancelled, and ends on December 21. Your card is now Visa ending in 4242.",
  ],
])("%s in the portal is told in words", (_, then, now, changed, words) => {
  const outcome = { standing: { ...before, ...now }, state: { ...state, ...changed }, card };
  const changes = describeChanges({ ...before, ...then }, outcome);
  expect(changes && formatDated(changes, "UTC")).toBe(words);
});

test("a card that was removed is told", () => {
  const standing = { ...before, cardId: null };
  expect(describeChanges(before, { standing, state, card: null })).toEqual([
    "Your card is removed.",
  ]);
});

describe("what is remembered of a visit", () => {
  const jar = (value: string) => ({
    cookies: createCookieJar(`portal-visit=${encodeURIComponent(value)}`, false),
  });

  test("is for the user who went there alone", () => {
    const platform = jar(JSON.stringify(before));
    expect(readPortalVisit(platform, "user-1")).toEqual(before);
    expect(readPortalVisit(platform, "user-2")).toBeUndefined();
  });

  test.each(["", "{}", "no JSON", '{"userId":"user-1"}'])("is not read from %j", (value) => {
    expect(readPortalVisit(jar(value), "user-1")).toBeUndefined();
  });
});
