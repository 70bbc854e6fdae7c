import { UNSAFE_ErrorResponseImpl as ErrorResponse, RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { getCacheKey, loaderCacheMiddleware } from "./loader-cache";

test("a failing loader of a page that is not shown is an error page", async () => {
  vi.stubGlobal("location", new URL("http://localhost/open"));
  const request = new Request("http://localhost/page");
  const context = new RouterContextProvider();
  const args = { request, url: new URL(request.url), context, params: {}, pattern: "/page" };
  const failed = { page: { type: "error" as const, result: new ErrorResponse(503, "", "down") } };
  expect(await loaderCacheMiddleware(args, async () => failed)).toBe(failed);
});

test("what one session has cached is not found by another", () => {
  const keys = ["ann/session", "ben/session"].map((session) => {
    vi.stubGlobal("localStorage", { getItem: () => session });
    return getCacheKey({ pathname: "/dashboard", search: "" });
  });
  expect(new Set(keys).size).toBe(2);
});
