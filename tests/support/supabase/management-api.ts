/**
 * A stand-in for one project of Supabase's Management API: auth configuration, keys, SSL enforcement. It
 * takes the fields of Supabase's published OpenAPI description with their types and, as the real one, drops
 * any other.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { Hono } from "hono";
import { type HttpServer, listen } from "local-kit";
import * as v from "valibot";

export const ACCESS_TOKEN = "sbp_fixture";
const PUBLISHABLE_KEY = "sb_publishable_fixture";
export const SECRET_KEY = "sb_secret_fixture";

/** Types by field. */
const FIELDS = new Map(
  readFileSync(path.join(import.meta.dirname, "auth-config-fields.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(" ") as [string, string]),
);
/** The API returns a hash. */
const SECRET_FIELD = /(_secret|_pass|_secrets)$/;
/** Source: Supabase's answer, "… is available on Pro Plans and up." */
const PRO_FIELDS = ["password_hibp_enabled", "sessions_timebox", "sessions_inactivity_timeout"];
const TEMPLATE_FIELD = /^mailer_(templates|subjects)_/;

const NO_TEMPLATES =
  "Email template modification is not available for free tier projects using the default email provider. Please upgrade your plan or configure a custom SMTP provider.";

/** A new hosted project. */
const NEW_PROJECT = {
  site_url: "http://localhost:3000",
  audit_log_disable_postgres: false,
  security_update_password_require_current_password: false,
  uri_allow_list: "",
  jwt_exp: 3_600,
  disable_signup: false,
  external_email_enabled: true,
  mailer_autoconfirm: false,
  mailer_secure_email_change_enabled: true,
  refresh_token_rotation_enabled: true,
  security_refresh_token_reuse_interval: 10,
  password_min_length: 6,
  password_hibp_enabled: false,
  rate_limit_email_sent: 2,
  sessions_timebox: 0,
  smtp_host: null,
} as const;

export interface ManagementApi extends HttpServer {
  /** The project's auth configuration. */
  readonly auth: Record<string, unknown>;
  /** Requests as "METHOD path". */
  readonly requests: string[];
  /** Free is that of a project made since June 2026. */
  plan: "free" | "pro";
  /** The scoped token lacks these permissions, whatever it asks for. */
  missingPermissions: readonly string[];
  /** Whether the token's owner may write. */
  mayWrite: boolean;
  /** Whether it may see secret keys. */
  mayReveal: boolean;
  /** Every response has this status, if set. */
  status: number | undefined;
  isEncrypted: boolean;
}

/** Starts the API with one new project. */
export async function startManagementApi(project: string): Promise<ManagementApi> {
  const app = new Hono();
  const root = `/v1/projects/${project}` as const;
  app.use(async (context, next) => {
    api.requests.push(`${context.req.method} ${context.req.path}`);
    if (api.status) return context.json({ message: "Refused" }, { status: api.status as 500 });
    if (context.req.header("authorization") !== `Bearer ${ACCESS_TOKEN}`) {
      return context.json({ message: "Unauthorized" }, 401);
    }
    if (!api.mayWrite && context.req.method !== "GET") {
      return context.json({ message: "Unauthorized" }, 401);
    }
    if (api.missingPermissions.length > 0) {
      const message = "Your token does not have the permissions for this";
      return context.json({ message, missing_permissions: api.missingPermissions }, 403);
    }
    return next();
  });
  const readAuth = () =>
    Object.fromEntries(
      Object.entries(api.auth).map(([name, value]) => [
        name,
        value && SECRET_FIELD.test(name) ? `hash of ${String(value).length}` : value,
      ]),
    );
  app.get(`${root}/config/auth`, (context) => context.json(readAuth()));
  app.patch(`${root}/config/auth`, async (context) => {
    const body = v.parse(v.record(v.string(), v.unknown()), await context.req.json());
    const change = Object.fromEntries(Object.entries(body).filter(([name]) => FIELDS.has(name)));
    const wrong = Object.entries(change).find(([name, value]) => !isAccepted(name, value));
    if (wrong) return context.json({ message: `Invalid field ${wrong[0]}` }, 400);
    if (api.plan === "free" && PRO_FIELDS.some((name) => change[name])) {
      return context.json({ message: "This is available on Pro Plans and up." }, 402);
    }
    if (!(change.smtp_host ?? api.auth.smtp_host)) {
      if ("rate_limit_email_sent" in change) {
        return context.json({ message: "Custom SMTP required" }, 400);
      }
      if (api.plan === "free" && Object.keys(change).some((name) => TEMPLATE_FIELD.test(name))) {
        return context.json({ message: NO_TEMPLATES }, 400);
      }
    }
    Object.assign(api.auth, change);
    return context.json(readAuth());
  });
  app.get(`${root}/ssl-enforcement`, (context) =>
    context.json({ currentConfig: { database: api.isEncrypted }, appliedSuccessfully: true }),
  );
  app.put(`${root}/ssl-enforcement`, async (context) => {
    const { requestedConfig } = v.parse(encryptionSchema, await context.req.json());
    api.isEncrypted = requestedConfig.database;
    return context.json({ currentConfig: requestedConfig, appliedSuccessfully: true });
  });
  app.get(`${root}/api-keys`, (context) => {
    const isRevealed = context.req.query("reveal") === "true";
    if (isRevealed && !api.mayReveal) {
      const message = "Your account does not have the necessary privileges";
      return context.json({ message }, 403);
    }
    return context.json([
      { name: "anon", type: "legacy", api_key: "eyJ" },
      { name: "default", type: "publishable", api_key: PUBLISHABLE_KEY },
      { name: "default", type: "secret", api_key: isRevealed ? SECRET_KEY : "sb_secret_fix···" },
    ]);
  });
  const api: ManagementApi = {
    ...(await listen(app.fetch, 0)),
    auth: { ...NEW_PROJECT },
    requests: [],
    plan: "pro",
    missingPermissions: [],
    mayWrite: true,
    mayReveal: true,
    status: undefined,
    isEncrypted: false,
  };
  return api;
}

const encryptionSchema = v.strictObject({
  requestedConfig: v.strictObject({ database: v.boolean() }),
});

function isAccepted(name: string, value: unknown): boolean {
  const type = FIELDS.get(name);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}
