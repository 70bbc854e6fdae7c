import { describe, expect, test } from "vitest";
import { CROSS_SITE_REQUESTS } from "../tests/security/cross-site-requests";
import { configErrorResponse, isSameOriginRequest } from "./request-gate";

test("the response of a misconfigured Worker has the security headers", async () => {
  const response = configErrorResponse("request-1", "production");
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ status: "misconfigured", requestId: "request-1" });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "private, no-store",
    "strict-transport-security": expect.stringContaining("max-age="),
    "x-content-type-options": "nosniff",
    "x-request-id": "request-1",
  });
});

const SITE = "https://www.example.com";
const request = (method: string, headers: Record<string, string>) =>
  new Request(`${SITE}/dashboard`, { method, headers });

describe("a request with an unsafe method", () => {
  test.each<[string, Record<string, string>]>([
    ["from this site", { Origin: SITE }],
    ["from this site without Origin", { "Sec-Fetch-Site": "same-origin" }],
    ["from a client that is not a browser", {}],
  ])("%s is allowed", (_, headers) => {
    expect(isSameOriginRequest(request("POST", headers), SITE)).toBe(true);
  });

  test.each<[string, Record<string, string>]>([
    ["from another site", { Origin: "https://evil.example" }],
    ["from a sibling domain", { Origin: "https://example.com" }],
    ["from a look-alike", { Origin: "https://www.example.com.evil.example" }],
    ["over plain http", { Origin: "http://www.example.com" }],
    ["from a sandboxed frame", { Origin: "null" }],
    ["cross-site without Origin", { "Sec-Fetch-Site": "cross-site" }],
    ["from a sibling without Origin", { "Sec-Fetch-Site": "same-site" }],
  ])("%s is rejected", (_, headers) => {
    expect(isSameOriginRequest(request("POST", headers), SITE)).toBe(false);
    expect(isSameOriginRequest(request("DELETE", headers), SITE)).toBe(false);
  });

  test.each(CROSS_SITE_REQUESTS.map((headers) => [headers] as const))(
    "with %j is rejected",
    (headers) => {
      expect(isSameOriginRequest(request("POST", headers), SITE)).toBe(false);
    },
  );

  test("safe methods are allowed from any site", () => {
    expect(isSameOriginRequest(request("GET", { Origin: "https://evil.example" }), SITE)).toBe(
      true,
    );
  });
});
