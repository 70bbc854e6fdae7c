import { expect, test } from "vitest";
import { formatDay } from "./item";

test("the day of an item is the day in UTC, whichever came before", () => {
  const days = ["2026-02-03T23:59:59.999Z", "2026-02-04T00:00:00.000Z", "2026-02-03T00:00:00.000Z"];
  const texts = days.map((day) => formatDay(new Date(day)));
  expect(texts).toEqual(["Feb 3, 2026", "Feb 4, 2026", "Feb 3, 2026"]);
});
