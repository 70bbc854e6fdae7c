import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkSubject, readScopes } from "./commit-subjects.ts";

const scopes = readScopes(readFileSync("CONTRIBUTING.md", "utf8"));

test.each([
  ["billing: alert on cursor age", undefined],
  ["local-stripe: expire open sessions", undefined],
  ["mail: send twice", "no scope of CONTRIBUTING.md"],
  ["Alert on cursor age", "no scope of CONTRIBUTING.md"],
  [`billing: ${"x".repeat(63)}`, undefined],
  [`billing: ${"x".repeat(64)}`, "longer than 72 characters"],
])("%s", (subject, problem) => expect(checkSubject(subject, scopes)).toBe(problem));
