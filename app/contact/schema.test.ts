import { expect, test } from "vitest";
import { parseForm } from "../forms/parse-form";
import { contactSchema, isLikelySpam, keepStartTime } from "./schema";

const now = 1_800_000_000_000;

test.each<[string, Parameters<typeof isLikelySpam>[0], boolean]>([
  ["filled in by a person is not", { extra: "", startedAt: now - 2_000 }, false],
  [
    "with a filled-in honeypot is",
    { extra: "https://spam.example", startedAt: now - 60_000 },
    true,
  ],
  ["submitted within two seconds is", { extra: "", startedAt: now - 1_999 }, true],
  ["without its render time is", { extra: "", startedAt: 0 }, true],
  ["with a negative render time is", { extra: "", startedAt: -1 }, true],
  ["rendered in the future is", { extra: "", startedAt: now + 60_000 }, true],
])("a form %s likely spam", (_, form, isSpam) => {
  expect(isLikelySpam(form, now)).toBe(isSpam);
});

test.each([
  ["keeps its start", String(now - 60_000), now - 60_000],
  ["sent within two seconds started two seconds ago", String(now - 500), now - 2_000],
  ["with a broken start started two seconds ago", "NaN", now - 2_000],
  ["without a start started two seconds ago", undefined, now - 2_000],
])("a form that failed validation %s, so its correction is no spam", (_, startedAt, expected) => {
  const kept = Number(keepStartTime(startedAt, now));
  expect(kept).toBe(expected);
  expect(isLikelySpam({ extra: "", startedAt: kept }, now)).toBe(false);
});

test("a person whose browser broke the hidden fields can send the message, which is marked", () => {
  const form = new FormData();
  const fields = { id: "", startedAt: "NaN", email: "ann@example.com", message: "Hello" };
  for (const [name, value] of Object.entries({ ...fields, name: "Ann" })) form.set(name, value);
  const parsed = parseForm(contactSchema, form);
  expect(parsed).toMatchObject({
    ok: true,
    value: { startedAt: 0, id: expect.stringMatching(/-/) },
  });
});
