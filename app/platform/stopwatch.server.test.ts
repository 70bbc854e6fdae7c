import { expect, test } from "vitest";
import { createStopwatch } from "./stopwatch.server";

function createClock() {
  let now = 1_000;
  const pass = (ms: number) => {
    now += ms;
  };
  return { stopwatch: createStopwatch(() => now), pass };
}

test("a stopwatch that was never started has no time", () => {
  const { stopwatch } = createClock();
  stopwatch.stop();
  expect(stopwatch.total()).toBeUndefined();
});

test("stretches are added up, without the time between them", () => {
  const { stopwatch, pass } = createClock();
  stopwatch.start();
  pass(30);
  stopwatch.stop();
  pass(100);
  expect(stopwatch.total()).toBe(30);
  stopwatch.start();
  pass(5);
  expect(stopwatch.total()).toBe(35);
});

test("a stretch begins with the first start and ends with the first stop", () => {
  const { stopwatch, pass } = createClock();
  stopwatch.start();
  pass(10);
  stopwatch.start();
  pass(10);
  stopwatch.stop();
  pass(10);
  stopwatch.stop();
  expect(stopwatch.total()).toBe(20);
});
