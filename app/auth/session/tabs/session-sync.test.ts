import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AUTH_CHANNEL, getSessionEvent, onAuthMessage, startSessionRefresh } from "./session-sync";

const page = { path: "/dashboard", next: null };

test.each([
  ["SIGNED_IN", { before: "", now: "a", ...page }],
  ["SIGNED_IN", { before: "b", now: "a", ...page }],
  ["SIGNED_IN", { before: "", now: "a/due", path: "/auth/verify", next: "/dashboard" }],
  ["SIGNED_OUT", { before: "a", now: "", ...page }],
  ["SIGNED_OUT", { before: "a", now: "", path: "/auth/changepass", next: null }],
  ["MFA_CHALLENGE_VERIFIED", { before: "a/due", now: "a", ...page }],
  ["MFA_CHALLENGE_VERIFIED", { before: "a/due", now: "a", path: "/auth/changepass", next: null }],
  ["PASSWORD_RECOVERY", { before: "", now: "a", path: "/auth/changepass", next: null }],
  [
    "PASSWORD_RECOVERY",
    { before: "", now: "a/due", path: "/auth/verify", next: "/auth/changepass?next=%2Fdashboard" },
  ],
  ["SIGNED_IN", { before: "b/due", now: "a", ...page }],
] as const)("the event is %s for %j", (event, change) => {
  expect(getSessionEvent(change)).toBe(event);
});

describe("a page that stays open", () => {
  const fetched = vi.fn<() => Promise<Response>>();
  const revalidate = vi.fn();
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  const respondWith = (expiresAt: number | null) =>
    fetched.mockImplementation(async () => Response.json({ expiresAt }));
  let stop: () => void = () => {};

  function open(expiresAt: number): (state: "visible" | "hidden") => void {
    const tab = Object.assign(new EventTarget(), { visibilityState: "visible" });
    vi.stubGlobal("document", tab);
    stop = startSessionRefresh(expiresAt, revalidate);
    return (visibilityState) => {
      Object.assign(tab, { visibilityState });
      tab.dispatchEvent(new Event("visibilitychange"));
    };
  }

  beforeEach(() => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    vi.stubGlobal("fetch", fetched);
  });

  afterEach(() => {
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.resetAllMocks();
  });

  test("refreshes when fewer than three ticks remain", async () => {
    respondWith(inSeconds(3600));
    open(inSeconds(50));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(fetched).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fetched).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledOnce();
    expect(revalidate).not.toHaveBeenCalled();
  });

  test("pauses while hidden, and resumes when visible", async () => {
    respondWith(inSeconds(3600));
    const show = open(inSeconds(50));
    show("hidden");
    await vi.advanceTimersByTimeAsync(120_000);
    expect(fetched).not.toHaveBeenCalled();
    show("visible");
    expect(fetched).toHaveBeenCalledOnce();
  });

  test("retries an unavailable server for ten seconds, and keeps the session", async () => {
    fetched.mockImplementation(async () => new Response(null, { status: 503 }));
    open(inSeconds(5));
    await vi.advanceTimersByTimeAsync(9_900);
    const attempts = fetched.mock.calls.length;
    expect(attempts).toBe(10);
    expect(revalidate).not.toHaveBeenCalled();
  });

  test("revalidates when the session has ended", async () => {
    respondWith(null);
    open(inSeconds(5));
    await vi.advanceTimersByTimeAsync(0);
    expect(revalidate).toHaveBeenCalledOnce();
  });

  test("handles a refresh and a change in another tab", async () => {
    open(inSeconds(50));
    const other = new BroadcastChannel(AUTH_CHANNEL);
    const received = (type: string) =>
      new Promise<void>((resolve) => {
        onAuthMessage((message) => message.type === type && resolve());
      });
    const updated = received("USER_UPDATED");
    other.postMessage({ type: "TOKEN_REFRESHED", expiresAt: inSeconds(3600) });
    other.postMessage({ type: "USER_UPDATED" });
    await updated;
    other.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).not.toHaveBeenCalled();
    expect(revalidate).toHaveBeenCalledOnce();
  });
});
