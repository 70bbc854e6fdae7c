import { expect, test } from "vitest";
import { plans } from "./plans";
import { isRealFact, placeholdersLeft, studio } from "./studio";

test("reserved example addresses are listed as placeholders", () => {
  expect(isRealFact("email")).toBe(!studio.email.endsWith("@example.com"));
  expect(isRealFact("phone")).toBe(!studio.phone.href.includes("5550100"));
});

test("the reply time is the same wherever it is promised", () => {
  const promises = [
    studio.replyTime,
    ...plans
      .filter(({ id }) => id !== "business")
      .flatMap(({ perks }) => perks)
      .filter((perk) => perk.includes("reply")),
  ];
  expect(promises).toHaveLength(2);
  for (const promise of promises) expect(promise).toContain("within one business day");
});

test("placeholders are unique and named", () => {
  expect(new Set(placeholdersLeft).size).toBe(placeholdersLeft.length);
  for (const what of placeholdersLeft) expect(what.length).toBeGreaterThan(3);
});
