/** The README's tables, held to the routes that are served, the switches that there are, and the recordings. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLimits } from "./auth/limits.ts";
import { createMailer } from "./auth/mailer.ts";
import { createAuthServer } from "./auth/server.ts";
import { connectAsAuthAdmin } from "./database.ts";
import { type AuthSwitches, readAuthSettings } from "./options.ts";
import { KEPT_DIFFERENCES } from "./recordings/differences.ts";
import { readRecording } from "./recordings/files.ts";
import { PROFILES, RECORDED_PROJECT } from "./recordings/profiles.ts";
import { loadSigningKey } from "./signing-key.ts";

const readme = readFileSync(new URL("./README.md", import.meta.url), "utf8");

/** Rows of the table under a heading, without its head. */
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

test("the table of what is covered names every route, and no other", async () => {
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
  const settings = readAuthSettings(options, "http://127.0.0.1");
  const server = createAuthServer({
    sql: connectAsAuthAdmin(options.databaseUrl),
    settings,
    key: await loadSigningKey(dataDir),
    mailer: createMailer({ ...settings, sendEmail }),
    limits: createLimits(settings),
  });
  const named = rowsUnder("What it covers").flatMap(([, , routes]) => codesIn(routes));
  const served = server.routes.map((route) => route.path);
  expect([...new Set(named)].toSorted()).toEqual([...new Set(served)].toSorted());
});

test("every switch stands in the README", () => {
  const switches = {
    rateLimits: true,
    emailsPerHour: true,
    requireCurrentPassword: true,
    securePasswordChange: true,
    leakedPasswords: true,
    requiredCharacters: true,
    captchaToken: true,
    auditLog: true,
    sessionTimeboxSeconds: true,
    sessionInactivitySeconds: true,
  } satisfies Record<keyof AuthSwitches, true>;
  const codes = rowsUnder("How to make it fail").flatMap(([, how]) => codesIn(how));
  const missing = Object.keys(switches).filter((name) => !codes.join(" ").includes(name));
  expect(missing).toEqual([]);
});

test("the README counts what was recorded", async () => {
  const scenarios = Object.values(PROFILES).flatMap((profile) => Object.keys(profile.scenarios));
  const recordings = await Promise.all(scenarios.map(readRecording));
  expect(readme).toContain(`answered to ${recordings.flat().length} requests`);
});

test("the README has a row for every difference that is kept", () => {
  expect(rowsUnder("What holds it to the real one")).toHaveLength(KEPT_DIFFERENCES.length);
});
