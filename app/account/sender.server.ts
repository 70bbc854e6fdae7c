/** Who sends a contact message. */
import { getAuth } from "~/auth/session/auth.server";
import type { Session } from "~/auth/session/request-auth.server";
import { isSessionEnded } from "~/auth/session/session-ended.server";
import { describeReplyTime } from "~/billing/plan/reply-time";
import { viewSubscription } from "~/billing/plan/subscription-view.server";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { logError } from "~/platform/log.server";

export const GUEST = { account: "", name: "", planName: null, reply: describeReplyTime(null) };

/** Account, name and plan of a signed-in sender; only the account while the others can't be read. */
export async function findSender(context: RequestContext) {
  const auth = await getAuth(context);
  return auth.kind === "user" ? readSender(context, auth.session) : GUEST;
}

async function readSender(context: RequestContext, session: Session) {
  const { database, config, requestId } = getPlatform(context);
  const { email: account } = session;
  const { readLiveUser } = await import("./account.server");
  try {
    const user = await readLiveUser(await database.get(), session);
    const { isLive, planName, reply } = viewSubscription(user?.customer, config.planCatalog);
    return { account, name: user?.name ?? "", planName: isLive ? planName : null, reply };
  } catch (error) {
    if (isSessionEnded(error)) return GUEST;
    logError("contact.sender_unread", error, { requestId });
    return { ...GUEST, account };
  }
}
