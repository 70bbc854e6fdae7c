/** Which codes were entered a short while ago. Source: RFC 6238, section 5.2: a code is good once. */
import { and, eq, lt, sql } from "drizzle-orm";
import { usedCodes } from "#drizzle/schema";
import type { LiveUserId } from "~/auth/session/live-session.server";
import type { Database } from "~/platform/database.server";

/** Longer than any code is taken: GoTrue allows a clock to be one step of 30 seconds off. */
const KEPT_S = 120;

/** Takes a code for one try; false when it was entered before. Of two tries at once, one gets it. */
export async function markCodeUsed(database: Database, userId: LiveUserId, code: string) {
  await database
    .delete(usedCodes)
    .where(
      and(
        eq(usedCodes.userId, userId),
        lt(usedCodes.usedAt, sql`now() - make_interval(secs => ${KEPT_S})`),
      ),
    );
  const claimed = await database
    .insert(usedCodes)
    .values({ userId, code })
    .onConflictDoNothing()
    .returning({ code: usedCodes.code });
  return claimed.length > 0;
}

/** Gives back a code that turned out to be wrong, so that it is called wrong the next time too. */
export async function unmarkCode(database: Database, userId: string, code: string) {
  await database
    .delete(usedCodes)
    .where(and(eq(usedCodes.userId, userId), eq(usedCodes.code, code)));
}
