import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("contact messages are kept as long as the privacy policy says", () => {
  const schema = readFileSync("drizzle/migrations/0000_schema.sql", "utf8");
  const policy = readFileSync("app/content/marketing/legal.ts", "utf8");
  const kept = /forwarded_at < now\(\) - interval '(\d+ days)'/.exec(schema)?.[1];
  expect(policy.match(/\d+ days after they reach us/g)).toEqual(
    Array(2).fill(`${kept} after they reach us`),
  );
});
