/** Checks the README's tables against the routes, overrides, and recordings. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMailer } from "./auth/mail/mailer.ts";
import { createRateLimiter } from "./auth/rate-limiter.ts";
import { createAuthServer } from "./auth/server.ts";
import { overridesSchema, resolveAuthSettings } from "./config/options.ts";
import { connectAsAuthAdmin } from "./database.ts";
import { loadSigningKey } from "./signing-key.ts";
import { EXPECTED_DIFFERENCES } from "./testing/recordings/differences.ts";
import { readRecording } from "./testing/recordings/files.ts";
import { PROFILES, RECORDED_PROJECT } from "./testing/recordings/profiles.ts";

const readme = readFileSync(new URL("./README.md", import.meta.url), "utf8");

/** Rows of the table under `heading`, without the header. */
function rowsUnder(heading: string): string[][] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) => row.slice(2, -2).split(" | "));
}

const codesIn = (text = "") => Array.from(text.matchAll(/`([^`]+)`/g), ([, code = ""]) => code);

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "supabase-readme-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("the feature table lists exactly the served routes", async () => {
  const sendEmail = () => Promise.resolve();
  const options = {
    port: 1,
    databaseUrl: "postgres://nobody@127.0.0.1:1/none",
    projectDir: RECORDED_PROJECT,
    siteUrl: "http://localhost",
    dataDir,
    publishableKey: "",
    secretKey: "",
    sendEmail,
  };
  const settings = resolveAuthSettings(options, "http://127.0.0.1");
  const server = createAuthServer({
    sql: connectAsAuthAdmin(options.databaseUrl),
    settings,
    key: await loadSigningKey(dataDir),
    mailer: createMailer({ ...settings, sendEmail }),
    rateLimiter: createRateLimiter(settings),
  });
  const named = rowsUnder("Features").flatMap(([, , routes]) => codesIn(routes));
  const served = server.routes.map((route) => route.path);
  expect([...new Set(named)].toSorted()).toEqual([...new Set(served)].toSorted());
});

test("the README documents every override", () => {
  const codes = rowsUnder("Simulating failures").flatMap(([, how]) => codesIn(how));
  const missing = Object.keys(overridesSchema.entries).filter(
    (name) => !codes.join(" ").includes(name),
  );
  expect(missing).toEqual([]);
});

test("the README states the number of recorded requests", async () => {
  const scenarios = Object.values(PROFILES).flatMap((profile) => Object.keys(profile.scenarios));
  const recordings = await Promise.all(scenarios.map(readRecording));
  expect(readme).toContain(`responses to ${recordings.flat().length} requests`);
});

test("the README lists every expected difference", () => {
  const listed = rowsUnder("Differences from Supabase Auth").map(([where]) => where);
  expect(listed).toEqual(EXPECTED_DIFFERENCES.map(([where]) => where));
});
