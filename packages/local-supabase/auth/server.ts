import { Hono } from "hono";
import { adminDeleteFactor, adminListFactors, adminUpdateFactor } from "./admin/factors.ts";
import { generateLink, invite } from "./admin/links.ts";
import {
  adminCreateUser,
  adminDeleteUser,
  adminGetUser,
  adminListUsers,
  adminUpdateUser,
} from "./admin/users.ts";
import { checkCaptcha } from "./captcha.ts";
import type { AuthContext } from "./context.ts";
import { AuthError, errorResponse } from "./errors.ts";
import { requestMagicLink, requestRecovery, resend } from "./links/email-requests.ts";
import { verify, verifyByLink } from "./links/verify.ts";
import { challengeFactor, enrollFactor, unenrollFactor, verifyFactor } from "./mfa/mfa.ts";
import { exchangeCode } from "./oauth/code-grant.ts";
import { authorize, callback } from "./oauth/oauth.ts";
import {
  adminDeletePasskey,
  adminListPasskeys,
  deletePasskey,
  getPasskeys,
  renamePasskey,
} from "./passkeys/manage.ts";
import { finishRegistration, startRegistration } from "./passkeys/registration.ts";
import { finishPasskeySignIn, startPasskeySignIn } from "./passkeys/sign-in.ts";
import { reauthenticate } from "./passwords/new-password.ts";
import { signInWithPassword } from "./passwords/password-grant.ts";
import type { RateLimitName } from "./rate-limiter.ts";
import type { AuthRequest, GatewayEnv } from "./request.ts";
import { refresh } from "./sessions/refresh.ts";
import { changeUser, getUser, logOut } from "./users/account.ts";
import { signUp } from "./users/sign-up.ts";

type Handler = (ctx: AuthContext, request: AuthRequest) => Promise<Response>;

/** Errors of a project with these features disabled. GoTrue's 404 for unknown paths is text, which auth-js cannot parse. */
const DISABLED_FEATURES = [
  ["/sso/*", "saml_provider_disabled", "SAML 2.0 is disabled"],
  ["/user/identities/*", "manual_linking_disabled", "Manual linking is disabled"],
  ["/oauth/*", "feature_disabled", "OAuth server is disabled"],
  ["/user/oauth/*", "feature_disabled", "OAuth server is disabled"],
  ["/admin/oauth/*", "feature_disabled", "OAuth server is disabled"],
  ["/*", "feature_disabled", "local-supabase does not support this endpoint"],
] as const;

/** Supabase Auth's routes, without their prefix /auth/v1. */
export function createAuthServer(ctx: AuthContext): Hono<GatewayEnv> {
  const handle = (handler: Handler) => (request: AuthRequest) => handler(ctx, request);
  const app = new Hono<GatewayEnv>();

  app.get("/health", () =>
    Response.json({ version: "local", name: "GoTrue", description: "Local Supabase Auth" }),
  );
  app.get("/settings", () => Response.json(getPublicSettings(ctx)));
  app.get("/.well-known/jwks.json", () =>
    Response.json(ctx.key.jwks, { headers: { "cache-control": "public, max-age=600" } }),
  );

  app.post("/signup", handle(withCaptcha(withRateLimit("signup", signUp))));
  app.post("/token", handle(grant));
  app.post("/otp", handle(withRateLimit("otp", withCaptcha(requestMagicLink))));
  app.post("/magiclink", handle(withRateLimit("magiclink", withCaptcha(requestMagicLink))));
  app.post("/recover", handle(withRateLimit("recover", withCaptcha(requestRecovery))));
  app.post("/resend", handle(withRateLimit("resend", withCaptcha(resend))));
  app.post("/verify", handle(withRateLimit("verify", verify)));
  app.get("/verify", handle(withRateLimit("verify", verifyByLink)));
  app.get("/authorize", handle(authorize));
  app.get("/callback", handle(callback));
  app.get("/reauthenticate", handle(reauthenticate));
  app.get("/user", handle(getUser));
  app.put("/user", handle(changeUser));
  app.post("/logout", handle(logOut));

  app.post("/factors", handle(enrollFactor));
  app.post("/factors/:id/challenge", handle(challengeFactor));
  app.post("/factors/:id/verify", handle(verifyFactor));
  app.delete("/factors/:id", handle(unenrollFactor));

  const startSignIn = withRateLimit("passkey", withCaptcha(startPasskeySignIn));
  app.post("/passkeys/registration/options", handle(withPasskeys(startRegistration)));
  app.post("/passkeys/registration/verify", handle(withPasskeys(finishRegistration)));
  app.post("/passkeys/authentication/options", handle(withPasskeys(startSignIn)));
  app.post("/passkeys/authentication/verify", handle(withPasskeys(finishPasskeySignIn)));
  app.get("/passkeys", handle(withPasskeys(getPasskeys)));
  app.patch("/passkeys/:id", handle(withPasskeys(renamePasskey)));
  app.delete("/passkeys/:id", handle(withPasskeys(deletePasskey)));

  app.get("/admin/users", handle(adminListUsers));
  app.post("/admin/users", handle(adminCreateUser));
  app.get("/admin/users/:id", handle(adminGetUser));
  app.put("/admin/users/:id", handle(adminUpdateUser));
  app.delete("/admin/users/:id", handle(adminDeleteUser));
  app.get("/admin/users/:id/factors", handle(adminListFactors));
  app.put("/admin/users/:id/factors/:factor", handle(adminUpdateFactor));
  app.delete("/admin/users/:id/factors/:factor", handle(adminDeleteFactor));
  app.get("/admin/users/:id/passkeys", handle(adminListPasskeys));
  app.delete("/admin/users/:id/passkeys/:passkey", handle(adminDeletePasskey));
  app.post("/admin/generate_link", handle(generateLink));
  app.post("/invite", handle(invite));

  for (const [path, code, message] of DISABLED_FEATURES) {
    app.all(path, () => {
      throw new AuthError(404, code, message);
    });
  }

  app.onError((error, request) => {
    const apiVersion = request.req.header("x-supabase-api-version");
    const isUnnamed = apiVersion === undefined && isUniqueViolation(error);
    return isUnnamed
      ? Response.json({ code: "23505", message: error.message }, { status: 500 })
      : errorResponse(toAuthError(error), apiVersion);
  });
  return app;
}

/** Counts the request before it is handled. */
function withRateLimit(name: RateLimitName, handler: Handler): Handler {
  return (ctx, request) => {
    ctx.rateLimiter.countRequest(name, request.get("caller").address);
    return handler(ctx, request);
  };
}

/** Requires a captcha token when the project has a captcha. */
function withCaptcha(handler: Handler): Handler {
  return async (ctx, request) => {
    await checkCaptcha(ctx, request);
    return handler(ctx, request);
  };
}

/** Responds 404 when the project has passkeys disabled. */
function withPasskeys(handler: Handler): Handler {
  return (ctx, request) => {
    if (ctx.settings.passkeysEnabled) return handler(ctx, request);
    throw new AuthError(404, "passkey_disabled", "Passkeys are disabled");
  };
}

/** All grants share one rate limit; only the password grant needs a captcha. */
const GRANTS: Record<string, Handler> = {
  password: withCaptcha(withRateLimit("token", signInWithPassword)),
  refresh_token: withRateLimit("token", refresh),
  pkce: withRateLimit("token", exchangeCode),
  web3: async () => {
    throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
  },
};

async function grant(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const handler = GRANTS[request.req.query("grant_type") ?? ""];
  if (!handler) throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  return handler(ctx, request);
}

function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  console.error("Supabase Auth: unexpected failure.", error);
  const message = "Unexpected failure, please check server logs for more information";
  return new AuthError(500, "unexpected_failure", message);
}

/** GoTrue returns these to callers of its first API version (internal/utilities/postgres.go). */
function isUniqueViolation(error: Error): boolean {
  return "code" in error && error.code === "23505";
}

function getPublicSettings({ settings }: AuthContext) {
  const social = settings.oauth !== undefined;
  return {
    external: { anonymous_users: false, email: true, phone: false, google: social, github: social },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
    passkeys_enabled: settings.passkeysEnabled,
  };
}
