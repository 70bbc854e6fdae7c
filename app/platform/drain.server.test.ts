import { afterEach, expect, test, vi } from "vitest";
import { drain } from "./drain.server";

afterEach(() => vi.useRealTimers());

test("a run takes no lease after its budget, and counts what succeeded", async () => {
  vi.useFakeTimers();
  let leases = 0;
  const lease = async () => {
    leases += 1;
    return ["sent", "failed"];
  };
  const attempt = async (row: string) => {
    vi.advanceTimersByTime(5_000);
    return row === "sent";
  };
  expect(await drain(lease, attempt, 25_000)).toBe(3);
  expect(leases).toBe(3);
});

test("an attempt that throws does not cut off the others of its lease", async () => {
  const recorded: string[] = [];
  const attempt = async (row: string) => {
    if (row === "broken") throw new Error("no connection");
    await Promise.resolve();
    recorded.push(row);
    return true;
  };
  await expect(drain(async () => ["broken", "sent"], attempt, 25_000)).rejects.toThrow(
    "no connection",
  );
  expect(recorded).toEqual(["sent"]);
});
