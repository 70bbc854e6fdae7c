import { expect, it } from "vitest";
import { totpCode, totpMatches } from "./totp.ts";

/** The secret of RFC 6238's test vectors, "12345678901234567890", in base32. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

it.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_234_567_890, "005924"],
  [20_000_000_000, "353130"],
])("generates the code of RFC 6238 for second %i", (seconds, code) => {
  expect(totpCode(secret, seconds * 1000)).toBe(code);
});

it("accepts a code one step early or late, not two", () => {
  const now = 1_111_111_109_000;

  expect(totpMatches(secret, totpCode(secret, now - 30_000), now)).toBe(true);
  expect(totpMatches(secret, totpCode(secret, now + 30_000), now)).toBe(true);
  expect(totpMatches(secret, totpCode(secret, now + 60_000), now)).toBe(false);
  expect(totpMatches(secret, "", now)).toBe(false);
});
