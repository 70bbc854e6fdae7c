import { RouterContextProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { keepDraftMiddleware } from "./draft-recovery";

afterEach(() => vi.unstubAllGlobals());

test("what was sent when the session had ended is kept, but no secret", async () => {
  const url = new URL("http://localhost/settings/password");
  const setItem = vi.fn();
  vi.stubGlobal("window", { location: url });
  vi.stubGlobal("sessionStorage", { setItem });
  vi.stubGlobal("removeEventListener", () => {});
  const documentElement = { dataset: { session: "ann/session" } };
  vi.stubGlobal("document", { documentElement, querySelectorAll: () => [] });
  const fields = { name: "Ann", currentPassword: "hidden-1", code: "hidden-2", secret: "hidden-3" };
  const request = new Request(url, { method: "POST", body: new URLSearchParams(fields) });
  const context = new RouterContextProvider();
  const args = { request, url, context, params: {}, pattern: url.pathname };
  const toSignIn = new Response(null, {
    status: 302,
    headers: { Location: "/auth/signin?next=/" },
  });
  await keepDraftMiddleware(args, async () => ({ page: { type: "error", result: toSignIn } }));
  const kept = String(setItem.mock.calls);
  expect(kept).toContain("Ann");
  expect(kept).not.toContain("hidden");
});
