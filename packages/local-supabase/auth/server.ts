import { Hono, type MiddlewareHandler } from "hono";
import { adminDeleteFactor, adminListFactors } from "./admin/factors.ts";
import { invite } from "./admin/invite.ts";
import { adminCreateUser, adminDeleteUser, adminGetUser, adminUpdateUser } from "./admin/users.ts";
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
import { requireAdmin } from "./sessions/authenticate.ts";
import { refresh } from "./sessions/refresh.ts";
import { changeUser, getUser, logOut } from "./users/account.ts";
import { signUp } from "./users/sign-up.ts";

type Handler = (ctx: AuthContext, request: AuthRequest) => Promise<Response>;

const GRANTS: Readonly<Record<string, Handler>> = {
  password: signInWithPassword,
  refresh_token: refresh,
  pkce: exchangeCode,
};

/** Supabase Auth's routes, without their prefix /auth/v1. */
export function createAuthServer(ctx: AuthContext): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  const handle = (handler: Handler) => (request: AuthRequest) => handler(ctx, request);
  const limit =
    (name: RateLimitName): MiddlewareHandler<GatewayEnv> =>
    (request, next) => {
      ctx.rateLimiter.countRequest(name, request.get("caller").address);
      return next();
    };

  app.get("/health", () =>
    Response.json({
      version: "local",
      name: "GoTrue",
      description: "GoTrue is a user registration and authentication API",
    }),
  );
  app.get("/settings", () => Response.json(getPublicSettings(ctx)));
  app.get("/.well-known/jwks.json", () =>
    Response.json(ctx.key.jwks, { headers: { "cache-control": "public, max-age=600" } }),
  );

  app.post("/signup", limit("signup"), handle(signUp));
  app.post("/token", async (request) => {
    const type = request.req.query("grant_type") ?? "";
    const grant = GRANTS[type];
    if (!grant) throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
    ctx.rateLimiter.countRequest("token", request.get("caller").address);
    return grant(ctx, request);
  });
  app.post("/otp", limit("otp"), handle(requestMagicLink));
  app.post("/recover", limit("recover"), handle(requestRecovery));
  app.post("/resend", limit("resend"), handle(resend));
  app.post("/verify", limit("verify"), handle(verify));
  app.get("/verify", limit("verify"), handle(verifyByLink));
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

  app.use("/passkeys/*", async (_request, next) => {
    if (ctx.settings.passkeys) return next();
    throw new AuthError(404, "passkey_disabled", "Passkeys are disabled");
  });
  app.post("/passkeys/registration/options", handle(startRegistration));
  app.post("/passkeys/registration/verify", handle(finishRegistration));
  app.post("/passkeys/authentication/options", limit("passkey"), handle(startPasskeySignIn));
  app.post("/passkeys/authentication/verify", handle(finishPasskeySignIn));
  app.get("/passkeys", handle(getPasskeys));
  app.patch("/passkeys/:id", handle(renamePasskey));
  app.delete("/passkeys/:id", handle(deletePasskey));

  for (const path of ["/admin/*", "/invite"]) {
    app.use(path, async (request, next) => {
      await requireAdmin(ctx, request);
      return next();
    });
  }
  app.post("/invite", handle(invite));
  app.post("/admin/users", handle(adminCreateUser));
  app.get("/admin/users/:id", handle(adminGetUser));
  app.put("/admin/users/:id", handle(adminUpdateUser));
  app.delete("/admin/users/:id", handle(adminDeleteUser));
  app.get("/admin/users/:id/factors", handle(adminListFactors));
  app.delete("/admin/users/:id/factors/:factor", handle(adminDeleteFactor));
  app.get("/admin/users/:id/passkeys", handle(adminListPasskeys));
  app.delete("/admin/users/:id/passkeys/:passkey", handle(adminDeletePasskey));

  // GoTrue's 404 is text, which auth-js cannot parse.
  app.notFound((request) => {
    const message = `local-supabase has no ${request.req.method} ${request.req.path}`;
    const version = request.req.header("x-supabase-api-version");
    return errorResponse(new AuthError(404, "feature_disabled", message), version);
  });
  app.onError((error, request) =>
    errorResponse(error, request.req.header("x-supabase-api-version")),
  );
  return app;
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
    passkeys_enabled: settings.passkeys,
  };
}
