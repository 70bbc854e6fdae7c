import { UNSAFE_ErrorResponseImpl as ErrorResponse, RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { unreachableFormMiddleware } from "./unreachable";

const UNREACHABLE = [
  "error",
  "We don’t know whether this worked. Please check your connection and try again.",
];

const OWN = { code: "auth/unavailable", message: "We can’t verify your sign-in right now." };

/** The result of a form whose submission failed with `error`. */
async function submitWith(error: unknown) {
  const request = new Request("http://localhost/", {
    method: "POST",
    body: new URLSearchParams({ name: "Ann", password: "secret" }),
  });
  const context = new RouterContextProvider();
  const args = { request, url: new URL(request.url), context, params: {}, pattern: "/" };
  const next = async () => ({ page: { type: "error" as const, result: error } });
  const results = await unreachableFormMiddleware(args, next);
  return results?.page?.result;
}

test("redirects and errors thrown by a route pass through", async () => {
  for (const thrown of [new Response(null, { status: 302 }), new ErrorResponse(403, "", OWN)]) {
    expect(await submitWith(thrown)).toBe(thrown);
  }
});

test.each([
  ["no response", new TypeError("Failed to fetch"), UNREACHABLE],
  ["a 429 of a proxy", new ErrorResponse(429, "", "<h1>Too many</h1>"), UNREACHABLE],
  ["the response of a proxy", new ErrorResponse(502, "", "error code: 502"), UNREACHABLE],
  ["a 503 thrown by a route", new ErrorResponse(503, "", OWN), ["error", OWN.message]],
])("a form that gets %s keeps its input and shows the error", async (_, error, shown) => {
  const [status, message] = shown;
  expect(await submitWith(error)).toMatchObject({
    data: { status, message, values: { name: "Ann" } },
  });
  expect(JSON.stringify(await submitWith(error))).not.toContain("secret");
});
