import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { expect, test } from "vitest";
import { UNREACHABLE, withUnreachableFallback } from "./unreachable";

const answer = (error: unknown) =>
  withUnreachableFallback(
    () => Promise.reject(error),
    (message) => message,
  );

test.each([429, 500, 502, 503])(
  "an answer of status %s from something on the way to the server leaves the page as it is",
  async (status) => {
    expect(await answer(new ErrorResponse(status, "", "<h1>Bad gateway</h1>"))).toBe(UNREACHABLE);
  },
);

test("a lost connection leaves the page as it is", async () => {
  expect(await answer(new TypeError("Failed to fetch"))).toBe(UNREACHABLE);
});

test("redirects and refusals of the server pass", async () => {
  for (const thrown of [new Response(null, { status: 302 }), new ErrorResponse(403, "", "No")]) {
    await expect(answer(thrown)).rejects.toBe(thrown);
  }
});
