import { expect, test } from "vitest";
import { createRequestContext } from "../../tests/support/routes/request-context.ts";
import { getPlatform } from "./context.server";
import { checkRateLimit, clientNetwork } from "./rate-limit.server";

test("an IPv4 address is its own network", () => {
  expect(clientNetwork("203.0.113.7")).toBe("203.0.113.7");
});

test.each([
  "2001:db8:1:2:3:4:5:6",
  "2001:0db8:0001:0002::1",
  "2001:DB8:1:2::",
  "2001:db8:1:2:ffff::9",
])("%s belongs to its /64", (address) => {
  expect(clientNetwork(address)).toBe("2001:db8:1:2::/64");
});

test("an address with zeros in its first half is distinct from its neighbors", () => {
  expect(clientNetwork("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(clientNetwork("2001:db8:0:1::1")).toBe("2001:db8:0:1::/64");
  expect(clientNetwork("::1")).toBe("0:0:0:0::/64");
});

test("two products that use the same namespaces do not share counters", async () => {
  const keys = new Set<string>();
  const record: RateLimit = {
    limit: async ({ key }) => {
      keys.add(key);
      return { success: true };
    },
  };
  for (const SITE_URL of ["http://one.example", "http://two.example"]) {
    const rateLimits = { network: record, identifier: record };
    const context = createRequestContext({ rateLimits, variables: { SITE_URL } });
    await checkRateLimit(getPlatform(context), {
      purpose: "sign-in",
      account: "a",
      typedAddress: "b",
    });
  }
  expect(keys.size).toBe(6);
});
