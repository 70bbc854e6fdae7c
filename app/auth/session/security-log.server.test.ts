import { globSync, readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { logSecurityEvent } from "./security-log.server";

const log = vi.spyOn(console, "log").mockImplementation(() => {});
afterEach(() => log.mockClear());

const USER = "0b9f2c1e-7a44-4c0e-9d1c-3f3d3b5b7a01";

test("a security event has its action and request id, and the user and network as hashes", async () => {
  const request = { requestId: "r1", clientAddress: "203.0.113.7" };
  await logSecurityEvent(request, "password-changed", USER);
  const event = JSON.parse(String(log.mock.lastCall?.[0]));
  expect(event).toEqual({
    level: "info",
    event: "auth.security",
    requestId: "r1",
    action: "password-changed",
    user: expect.stringMatching(/^[0-9a-f]{16}$/),
    network: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(JSON.stringify(event)).not.toMatch(/0b9f2c1e|203\.0/);
});

test("every action in docs/events.md is logged by the code", () => {
  const listed = /`action` \(([^)]*)\)/.exec(readFileSync("docs/events.md", "utf8"))?.[1];
  const code = globSync("app/**/*.{ts,tsx}", { exclude: (path) => path.endsWith(".test.ts") })
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const calls = code.matchAll(/logSecurityEvent\([^;]*?"([a-z-]+)"/g);
  const logged = new Set(Array.from(calls, ([, action = ""]) => action));
  expect([...logged].toSorted()).toEqual(listed?.split(", ").toSorted());
});
