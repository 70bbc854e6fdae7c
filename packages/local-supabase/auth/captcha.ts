import * as v from "valibot";
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import type { AuthRequest } from "./request.ts";
import { parseBody } from "./request.ts";

const bodySchema = v.object({
  gotrue_meta_security: v.nullish(v.object({ captcha_token: v.nullish(v.string(), "") })),
});

/** Throws `captcha_failed` unless the request has the accepted token. Skipped for the secret key. */
export async function checkCaptcha({ settings }: AuthContext, request: AuthRequest): Promise<void> {
  const { captchaToken } = settings.overrides;
  const caller = request.get("caller");
  const isAdmin = caller.role === "service_role" && caller.userToken === undefined;
  if (captchaToken === undefined || isAdmin) return;
  const body = await parseBody(request, bodySchema);
  const given = body.gotrue_meta_security?.captcha_token.trim() ?? "";
  if (given === "") throw captchaFailed("no captcha_token found");
  if (given !== captchaToken) throw captchaFailed("invalid-input-response");
}

function captchaFailed(reason: string): AuthError {
  const message = `captcha protection: request disallowed (${reason})`;
  return new AuthError(400, "captcha_failed", message);
}
