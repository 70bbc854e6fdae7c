import { expect, test } from "vitest";
import { misconfigured } from "./request-gate";

test("the answer of a misconfigured Worker carries the headers of every other", async () => {
  const response = misconfigured("request-1", "production");
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ status: "misconfigured", requestId: "request-1" });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "private, no-store",
    "strict-transport-security": expect.stringContaining("max-age="),
    "x-content-type-options": "nosniff",
    "x-request-id": "request-1",
  });
});
