/**
 * Records the responses of an auth server: `node packages/local-supabase/recordings/record.ts [PROFILE]`, with SUPABASE_URL,
 * SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SITE_URL, DATABASE_URL and MAILBOX_URL (a local mailbox) in the
 * environment. The server must be configured as in the profile.
 */
import postgres from "postgres";
import * as v from "valibot";
import { writeRecording } from "./files.ts";
import { PROFILES } from "./profiles.ts";
import { createRecorder, type Target } from "./recorder.ts";

const address = v.pipe(v.string(), v.url());
const environmentSchema = v.object({
  SUPABASE_URL: address,
  SUPABASE_PUBLISHABLE_KEY: v.string(),
  SUPABASE_SECRET_KEY: v.string(),
  SITE_URL: address,
  DATABASE_URL: v.string(),
  MAILBOX_URL: address,
});

const mailsSchema = v.array(v.object({ subject: v.string(), html: v.string() }));

const name = process.argv[2] ?? "default";
const profile = PROFILES[name];
if (!profile)
  throw new Error(`Unknown profile "${name}"; use one of ${Object.keys(PROFILES).join(", ")}`);
const env = v.safeParse(environmentSchema, process.env);
if (!env.success) throw new Error(`Set ${v.getDotPath(env.issues[0])}: ${env.issues[0].message}`);
const sql = postgres(env.output.DATABASE_URL, { max: 2, onnotice: () => {} });
const target: Target = {
  url: env.output.SUPABASE_URL,
  publishableKey: env.output.SUPABASE_PUBLISHABLE_KEY,
  secretKey: env.output.SUPABASE_SECRET_KEY,
  siteUrl: env.output.SITE_URL,
  sql,
  async findEmail(to, subjectEnd) {
    const url = `${env.output.MAILBOX_URL}/emails?to=${encodeURIComponent(to)}`;
    const mails = v.parse(mailsSchema, await (await fetch(url)).json());
    return mails.find(({ subject }) => subject.endsWith(subjectEnd))?.html;
  },
};
try {
  for (const [scenario, run] of Object.entries(profile.scenarios)) {
    const recorder = createRecorder(target);
    await run(recorder);
    await writeRecording(scenario, recorder.entries);
    process.stdout.write(`${scenario}: ${recorder.entries.length} responses\n`);
  }
} finally {
  await sql.end({ timeout: 5 });
}
