import { expect, test } from "vitest";
import { createStopwatch } from "./stopwatch.server";

test("work that overlaps is counted once, work that follows is added", () => {
  let now = 1_000;
  const stopwatch = createStopwatch(() => now);
  expect(stopwatch.total()).toBeUndefined();

  const endFirst = stopwatch.start();
  now += 10;
  const endSecond = stopwatch.start();
  now += 10;
  endFirst();
  now += 10;
  expect(stopwatch.total()).toBe(30);
  endSecond();
  now += 100;
  expect(stopwatch.total()).toBe(30);

  const endThird = stopwatch.start();
  now += 5;
  endThird();
  expect(stopwatch.total()).toBe(35);
});
