/**
 * Compares the local server with the recorded responses of the real one (responses/*.json, written by
 * record.ts). Intended differences are listed in differences.ts with their reasons.
 */
import { isDeepStrictEqual } from "node:util";
import { findFreePort } from "local-kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OAuthProviders } from "../../oauth/index.ts";
import { startTestProviders } from "../oauth-providers.ts";
import { startTestSupabase, type TestSupabase } from "../supabase.ts";
import { EXPECTED_DIFFERENCES } from "./differences.ts";
import { readRecording } from "./files.ts";
import { PROFILES, type Profile } from "./profiles.ts";
import { createRecorder, type Entry, type Target } from "./recorder.ts";

const TIMEOUT_MS = 60_000;
/** Shorter than the real server's five seconds, to keep the test fast. */
const LOCK_TIMEOUT_SECONDS = 0.5;

function createTarget(supabase: TestSupabase): Target {
  return {
    url: supabase.url,
    publishableKey: supabase.publishableKey,
    secretKey: supabase.secretKey,
    siteUrl: supabase.options.siteUrl,
    sql: supabase.sql,
    findEmail: async (to, subjectEnd) =>
      supabase.emails.findLast((mail) => mail.to === to && mail.subject.endsWith(subjectEnd))?.html,
  };
}

let providers: OAuthProviders;
let supabase: TestSupabase;
beforeAll(async () => {
  providers = await startTestProviders({
    googlePort: await findFreePort(),
    githubPort: await findFreePort(),
    callbackUrl: "http://127.0.0.1/auth/v1/callback",
  });
  supabase = await startTestSupabase({
    oauth: { googleUrl: providers.google.url, githubUrl: providers.github.url },
  });
});
afterAll(async () => {
  await supabase.close();
  await providers.close();
});

const stale = new Set(EXPECTED_DIFFERENCES.flatMap(([, steps]) => steps));
afterAll(() => expect([...stale], "differences that no longer exist").toEqual([]));

describe.each(Object.entries(PROFILES))("with the %s settings", (_name, profile: Profile) => {
  beforeAll(() =>
    supabase.restart({ ...profile.overrides, refreshLockTimeoutSeconds: LOCK_TIMEOUT_SECONDS }),
  );

  it.each(Object.entries(profile.scenarios))(
    "responds to %s like the real server",
    async (scenario, run) => {
      const recorder = createRecorder(createTarget(supabase));
      await run(recorder);

      const recording = await readRecording(scenario);
      for (const [index, entry] of recorder.entries.entries()) {
        const step = `${scenario}: ${entry.step}`;
        if (!isDeepStrictEqual(recording[index], entry)) stale.delete(step);
      }
      const strip = (entry: Entry) =>
        removeExpectedDifferences(`${scenario}: ${entry.step}`, entry);
      expect(recorder.entries.map(strip)).toEqual(recording.map(strip));
    },
    TIMEOUT_MS,
  );
});

/** A copy of `entry` without the fields in which the servers are meant to differ, e.g. "response.message". */
function removeExpectedDifferences(step: string, entry: Entry): Entry {
  const copy = structuredClone(entry);
  for (const [, steps, fields] of EXPECTED_DIFFERENCES) {
    if (steps.includes(step)) for (const field of fields) removeField(copy, field.split("."));
  }
  return copy;
}

function removeField(object: object, [name = "", ...rest]: readonly string[]): void {
  const child: unknown = Reflect.get(object, name);
  if (rest.length === 0) Reflect.deleteProperty(object, name);
  else if (typeof child === "object" && child !== null) removeField(child, rest);
}
