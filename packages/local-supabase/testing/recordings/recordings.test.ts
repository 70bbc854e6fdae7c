/**
 * Compares the local server with the recorded responses of the real one (responses/*.json, written by record.ts).
 * Intended differences are listed in differences.ts with their reasons.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OAuthProviders } from "../../oauth/index.ts";
import { findFreePort } from "../database.ts";
import { startTestProviders } from "../oauth-providers.ts";
import { startTestSupabase, type TestSupabase } from "../supabase.ts";
import { findDifferingFields, isExpected } from "./compare.ts";
import { EXPECTED_DIFFERENCES } from "./differences.ts";
import { readRecording } from "./files.ts";
import { PROFILES, type Profile } from "./profiles.ts";
import { createRecorder, type Target } from "./recorder.ts";

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
beforeAll(async () => {
  providers = await startTestProviders({
    googlePort: await findFreePort(),
    githubPort: await findFreePort(),
    callbackUrl: "http://127.0.0.1/auth/v1/callback",
  });
});
afterAll(() => providers.close());

const used = new Set<string>();
afterAll(() => {
  const unused = EXPECTED_DIFFERENCES.flatMap(({ steps }) => steps).filter(
    (step) => !used.has(step),
  );
  expect(unused, "differences that no longer exist").toEqual([]);
});

describe.each(Object.entries(PROFILES))("with the %s settings", (_name, profile: Profile) => {
  let supabase: TestSupabase;
  beforeAll(async () => {
    supabase = await startTestSupabase({
      overrides: profile.overrides,
      refreshLockTimeoutSeconds: LOCK_TIMEOUT_SECONDS,
      oauth: { googleUrl: providers.google.url, githubUrl: providers.github.url },
    });
  });
  afterAll(() => supabase.close());

  it.each(Object.entries(profile.scenarios))(
    "responds to %s like the real server",
    async (scenario, run) => {
      const recorder = createRecorder(createTarget(supabase));
      await run(recorder);

      const recording = await readRecording(scenario);
      expect(recorder.entries.map(({ step }) => step)).toEqual(recording.map(({ step }) => step));
      const unexpected = recorder.entries.flatMap((actual, index) => {
        const recorded = recording[index];
        if (!recorded) return [];
        const step = `${scenario}: ${actual.step}`;
        const fields = findDifferingFields(recorded, actual);
        return fields
          .filter((field) => !isExpectedField(step, field))
          .map((field) => `${step}: ${field}`);
      });
      expect(unexpected).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

function isExpectedField(step: string, field: string): boolean {
  const expected = EXPECTED_DIFFERENCES.some((difference) => isExpected(difference, step, field));
  if (expected) used.add(step);
  return expected;
}
