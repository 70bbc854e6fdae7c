import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { expect, test } from "vitest";
import { UNREACHABLE } from "~/content/forms";
import { withUnreachableFallback } from "./unreachable";

const resultOf = (error: unknown) =>
  withUnreachableFallback(
    () => Promise.reject(error),
    (message) => message,
  );

test.each([429, 500, 502, 503])(
  "a response of status %s from a proxy leaves the page as it is",
  async (status) => {
    expect(await resultOf(new ErrorResponse(status, "", "<h1>Bad gateway</h1>"))).toBe(UNREACHABLE);
  },
);

test("a lost connection leaves the page as it is", async () => {
  expect(await resultOf(new TypeError("Failed to fetch"))).toBe(UNREACHABLE);
});

test("redirects and errors thrown by a route pass through", async () => {
  for (const thrown of [new Response(null, { status: 302 }), new ErrorResponse(403, "", "No")]) {
    await expect(resultOf(thrown)).rejects.toBe(thrown);
  }
});
