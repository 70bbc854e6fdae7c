import * as v from "valibot";
import { writeRecording } from "./files.ts";
import type { Profile } from "./profiles.ts";
import { createRecorder, type Target } from "./recorder.ts";

export { PROFILES, type Profile, RECORDED_PROJECT } from "./profiles.ts";

const mailsSchema = v.array(v.object({ subject: v.string(), html: v.string() }));

interface RecordedServer extends Omit<Target, "findEmail"> {
  /** A local mailbox that receives the server's emails. */
  readonly mailboxUrl: string;
}

/** Writes the responses of `server`, which is configured as in `profile`, to recordings/responses. */
export async function recordProfile(server: RecordedServer, profile: Profile): Promise<void> {
  async function findEmail(to: string, subjectEnd: string) {
    const response = await fetch(`${server.mailboxUrl}/emails?to=${encodeURIComponent(to)}`);
    const mails = v.parse(mailsSchema, await response.json());
    return mails.find(({ subject }) => subject.endsWith(subjectEnd))?.html;
  }
  for (const [scenario, run] of Object.entries(profile.scenarios)) {
    const recorder = createRecorder({ ...server, findEmail });
    await run(recorder);
    await writeRecording(scenario, recorder.entries);
  }
}
