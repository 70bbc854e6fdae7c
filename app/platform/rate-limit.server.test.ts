import { expect, test } from "vitest";
import { clientNetwork } from "./rate-limit.server";

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

test("callers without an address share one network", () => {
  expect(clientNetwork(null)).toBe("unknown");
});
