/**
 * Holds the local server to what the real one answered (answers/*.json, made by record.ts). A difference is
 * either mended or listed in differences.ts with its reason.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OAuthProviders } from "../oauth/index.ts";
import { startTestProviders } from "../oauth/testing.ts";
import { startTestSupabase, type TestSupabase } from "../testing.ts";
import { findFreePort } from "../testing-database.ts";
import { differingFields, isKept } from "./compare.ts";
import { KEPT_DIFFERENCES } from "./differences.ts";
import { readRecording } from "./files.ts";
import { PROFILES, type Profile } from "./profiles.ts";
import { createRecorder, type Target } from "./recorder.ts";

const TIMEOUT_MS = 60_000;
/** Real: five seconds. Long enough here for requests that only wait for a moment. */
const REFRESH_WAIT_SECONDS = 0.5;

function targetOf(supabase: TestSupabase): Target {
  return {
    url: supabase.url,
    publishableKey: supabase.publishableKey,
    secretKey: supabase.secretKey,
    siteUrl: supabase.options.siteUrl,
    sql: supabase.sql,
    findMail: async (to, subjectEnd) =>
      supabase.mails.findLast((mail) => mail.to === to && mail.subject.endsWith(subjectEnd))?.html,
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
  const idle = KEPT_DIFFERENCES.flatMap(({ steps }) => steps).filter((step) => !used.has(step));
  expect(idle, "differences that are none any more").toEqual([]);
});

describe.each(Object.entries(PROFILES))("with the %s settings", (_name, profile: Profile) => {
  let supabase: TestSupabase;
  beforeAll(async () => {
    supabase = await startTestSupabase({
      switches: profile.switches,
      refreshWaitSeconds: REFRESH_WAIT_SECONDS,
      oauth: { googleUrl: providers.google.url, githubUrl: providers.github.url },
    });
  });
  afterAll(() => supabase.close());

  it.each(Object.entries(profile.scenarios))(
    "answers %s as the real server does",
    async (scenario, run) => {
      const recorder = createRecorder(targetOf(supabase));
      await run(recorder);

      const recording = await readRecording(scenario);
      expect(recorder.entries.map(({ step }) => step)).toEqual(recording.map(({ step }) => step));
      const unexpected = recorder.entries.flatMap((answered, index) => {
        const recorded = recording[index];
        if (!recorded) return [];
        const step = `${scenario}: ${answered.step}`;
        const fields = differingFields(recorded, answered);
        return fields.filter((field) => !noteKept(step, field)).map((field) => `${step}: ${field}`);
      });
      expect(unexpected).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

function noteKept(step: string, field: string): boolean {
  const kept = KEPT_DIFFERENCES.some((difference) => isKept(difference, step, field));
  if (kept) used.add(step);
  return kept;
}
