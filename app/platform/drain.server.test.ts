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
