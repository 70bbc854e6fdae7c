import * as v from "valibot";
import { writeAdminAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { emailExists } from "../errors.ts";
import { metadataField, parseEmailAddress } from "../fields.ts";
import { sendToken } from "../mail/send-emails.ts";
import { resolveRedirect } from "../redirects.ts";
import type { AuthRequest } from "../request.ts";
import { parseBody } from "../request.ts";
import { emailIdentityData, insertIdentity } from "../users/identities.ts";
import { loadUserJson } from "../users/user-json.ts";
import { createUser, findUserByEmail } from "../users/users.ts";

const inviteSchema = v.object({ email: v.nullish(v.string(), ""), data: metadataField });

/** POST /invite: creates an account without a password and emails an invite. */
export async function invite(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const body = await parseBody(request, inviteSchema);
  const email = parseEmailAddress(body.email);
  const known = await findUserByEmail(ctx.sql, email);
  if (known?.email_confirmed_at) throw emailExists();
  const flow = { redirect: resolveRedirect(request, ctx.settings), challenge: undefined };
  const account = await ctx.sql.begin(async (tx) => {
    const invited = { email, passwordHash: null, provider: "email", metadata: body.data };
    const user = known ?? (await createUser(tx, invited));
    if (!known) await insertIdentity(tx, user.id, "email", emailIdentityData(user, false));
    await writeAdminAudit(tx, user, "user_invited");
    return loadUserJson(tx, await sendToken(ctx, tx, user, "invite", flow));
  });
  return Response.json(account);
}
