import { describe, expect, test } from "vitest";
import { CROSS_SITE_REQUESTS } from "../tests/security/cross-site-requests";
import { configErrorResponse, isSameOriginRequest, rejectRequest } from "./request-gate";

test.each(["/%09/a:b", "/%0a", "/x%0Ay", "/%00", "/%E2%80%A8", "/%ff", "/a/%"])(
  "the path %s is not found, before the router",
  async (path) => {
    const options = { siteUrl: SITE, requestId: "1" };
    const response = await rejectRequest(new Request(`${SITE}${path}`), options);
    expect(response?.status).toBe(404);
    expect(await response?.text()).toBe(`The page ${path} could not be found`);
  },
);

test.each(["/", "/caf%C3%A9", "/a%2Fb", "/a%25b", "/a%20b"])(
  "the path %s is the router's",
  async (path) => {
    const options = { siteUrl: SITE, requestId: "1" };
    expect(await rejectRequest(new Request(`${SITE}${path}`), options)).toBeUndefined();
  },
);

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
    ["from this site without a referrer", { Origin: "null", "Sec-Fetch-Site": "same-origin" }],
    [
      "by way of a proxy",
      { Origin: "https://site.tunnel.example", "Sec-Fetch-Site": "same-origin" },
    ],
    ["that the user repeats", { Origin: "null", "Sec-Fetch-Site": "none" }],
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
    [
      "from a sandboxed frame of a browser that says so",
      { Origin: "null", "Sec-Fetch-Site": "cross-site" },
    ],
    ["cross-site with this site's Origin", { Origin: SITE, "Sec-Fetch-Site": "cross-site" }],
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
