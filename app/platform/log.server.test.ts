import { DrizzleQueryError } from "drizzle-orm/errors";
import { afterEach, describe, expect, test, vi } from "vitest";
import { hashIdentifier, logError, logInfo, redact, redactPath } from "./log.server";

afterEach(() => vi.restoreAllMocks());

/** The text that `write` logs. */
function logged(write: () => void): string {
  const lines: string[] = [];
  const collect = (line: string) => lines.push(line);
  vi.spyOn(console, "log").mockImplementation(collect);
  vi.spyOn(console, "error").mockImplementation(collect);
  write();
  return lines.join("\n");
}

const TOKEN = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";

test("a line is one JSON object with level, event and fields", () => {
  const line = logged(() => logInfo("request", { requestId: "r1", status: 200, user: undefined }));
  expect(line).toBe('{"level":"info","event":"request","requestId":"r1","status":200}');
});

test("an error is logged with its cause, the cause's code, and its stack", () => {
  const cause = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
  const line = logged(() =>
    logError("readyz.failed", new TypeError("no database", { cause }), { requestId: "r1" }),
  );
  expect(JSON.parse(line)).toMatchObject({
    level: "error",
    event: "readyz.failed",
    error: "TypeError: no database",
    cause: "Error: connection refused (ECONNREFUSED)",
    stack: expect.stringMatching(/^at .*log\.server\.test\.ts/),
  });
});

test("a thrown value that is not an Error is logged as text", () => {
  expect(logged(() => logError("odd", "just text", { requestId: "r1" }))).toContain(
    '"error":"just text"',
  );
});

test("a failed Stripe call is logged with Stripe's request id", () => {
  const error = Object.assign(new Error("No such price"), { requestId: "req_abc123" });
  expect(logged(() => logError("checkout.failed", error, { requestId: "r1" }))).toContain(
    '"stripeRequestId":"req_abc123"',
  );
});

test("a failed statement is logged without its values", () => {
  const cause = Object.assign(new Error("duplicate key"), { code: "23505" });
  const values = ["Ann Example", "ann@example.com", "Dear all,\n    at last (a message)"];
  const error = new DrizzleQueryError("insert into contact_messages values ($1)", values, cause);
  const line = logged(() => logError("contact.not_stored", error, { requestId: "r1" }));
  expect(line).toContain("insert into contact_messages");
  expect(line).toContain("23505");
  for (const word of ["Ann", "ann@", "Dear", "at last"]) expect(line).not.toContain(word);
});

describe("never logged:", () => {
  test.each([
    ["an email address", "No user ann.b+c@mail.example.com", "No user [email]"],
    ["an access token", `token ${TOKEN} expired`, "token [secret] expired"],
    ["a bearer token", "Authorization: Bearer abc123", "Authorization: Bearer [secret]"],
    ["a key of Stripe", "Invalid API Key: sk_live_51HxAbc", "Invalid API Key: [secret]"],
    ["a webhook secret", "whsec_abcDEF123 does not fit", "[secret] does not fit"],
    ["a key of Supabase", "sb_secret_N7UND0_abc", "[secret]"],
    ["a code in an address", "GET /auth?code=a1b2&next=/x", "GET /auth?code=[secret]&next=/x"],
    ["a token in an address", "/confirm?token_hash=abc", "/confirm?token_hash=[secret]"],
  ])("%s", (_, text, redacted) => {
    expect(redact(text)).toBe(redacted);
  });

  test("any of them in a field, a message or a cause", () => {
    const error = new Error(`${TOKEN} of ann@example.com`, { cause: new Error("sk_test_abc") });
    const line = logged(() => logError("odd", error, { requestId: "r1", note: "bob@example.com" }));
    expect(line).not.toMatch(/eyJ|ann@|bob@|sk_test/);
  });
});

test("a text made to take long is redacted at once", () => {
  for (const part of ["a@", "a", "a.", "@.a"]) {
    const text = part.repeat(20_000);
    expect(redact(`${text} ann@example.com`)).toMatch(/ \[email\]$/);
  }
});

test("ordinary text is unchanged", () => {
  const text = "StripeConnectionError: could not reach cus_123 at 10:20, retry 2 of 3";
  expect(redact(text)).toBe(text);
});

test("a user's requests share a hash that is not their id", async () => {
  const hash = await hashIdentifier("user-1");
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  expect(await hashIdentifier("user-1")).toBe(hash);
  expect(await hashIdentifier("user-2")).not.toBe(hash);
});

test.each([
  ["/", "/"],
  ["/legal/terms-of-service", "/legal/terms-of-service"],
  ["/dashboard.data", "/dashboard.data"],
  ["/ann@example.com/x", "/:value/x"],
  ["/items/6f1d3a52-7c1e-4b0e-9d53-0a4f1c2b3d4e", "/items/:value"],
  [`/${"a".repeat(60)}`, "/:value"],
])("the path %s is logged as %s", (path, route) => {
  expect(redactPath(path)).toBe(route);
});
