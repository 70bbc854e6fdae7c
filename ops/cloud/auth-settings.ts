/** supabase/config.toml as fields of the Management API's auth configuration. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import * as v from "valibot";
import { readVar, type Target } from "../lib/target.ts";

export type AuthFields = Readonly<Record<string, string | number | boolean>>;

const SUPABASE_TOML = "supabase/config.toml";
const duration = v.pipe(v.string(), v.regex(/^\d+[hms]$/));
const emails = v.record(
  v.string(),
  v.strictObject({ subject: v.string(), content_path: v.string() }),
);
const notifications = v.record(
  v.string(),
  v.strictObject({ enabled: v.boolean(), subject: v.string(), content_path: v.string() }),
);
const provider = v.strictObject({
  enabled: v.boolean(),
  client_id: v.string(),
  secret: v.string(),
});

/** Strict: a setting that is not mapped below is an error, and not silently left out. */
const authSchema = v.strictObject({
  enabled: v.literal(true),
  // The local site's; hosted projects get SITE_URL.
  site_url: v.string(),
  additional_redirect_urls: v.array(v.string()),
  jwt_expiry: v.number(),
  enable_refresh_token_rotation: v.boolean(),
  refresh_token_reuse_interval: v.number(),
  enable_signup: v.boolean(),
  enable_anonymous_sign_ins: v.boolean(),
  enable_manual_linking: v.boolean(),
  minimum_password_length: v.number(),
  sessions: v.strictObject({ timebox: duration, inactivity_timeout: duration }),
  rate_limit: v.strictObject({ email_sent: v.number() }),
  // Hosted projects get id and origins of SITE_URL, and PASSKEYS of wrangler.toml.
  passkey: v.strictObject({ enabled: v.boolean() }),
  webauthn: v.strictObject({
    rp_display_name: v.string(),
    rp_id: v.string(),
    rp_origins: v.array(v.string()),
  }),
  email: v.strictObject({
    enable_signup: v.boolean(),
    enable_confirmations: v.boolean(),
    double_confirm_changes: v.boolean(),
    secure_password_change: v.boolean(),
    max_frequency: duration,
    otp_length: v.number(),
    otp_expiry: v.number(),
    template: emails,
    notification: notifications,
  }),
  hook: v.strictObject({
    custom_access_token: v.strictObject({ enabled: v.boolean(), uri: v.string() }),
  }),
  mfa: v.strictObject({
    max_enrolled_factors: v.number(),
    totp: v.strictObject({ enroll_enabled: v.boolean(), verify_enabled: v.boolean() }),
  }),
  external: v.record(v.string(), provider),
});
const fileSchema = v.object({ auth: authSchema });
type AuthToml = v.InferOutput<typeof authSchema>;

/** Reads the settings of the project at `folder`. Throws when one is unknown or invalid. */
export function readAuthToml(folder: string): AuthToml {
  const text = readFileSync(path.join(folder, SUPABASE_TOML), "utf8");
  const parsed = v.safeParse(fileSchema, parse(text));
  if (parsed.success) return parsed.output.auth;
  const [issue] = parsed.issues;
  throw new Error(`${SUPABASE_TOML}: ${v.getDotPath(issue) ?? ""}: ${issue.message}`);
}

/** Everything that any plan has, but for the hook and what needs credentials. */
export function generalSettings({ folder, siteUrl }: Target): AuthFields {
  const { email, mfa, ...auth } = readAuthToml(folder);
  return {
    site_url: siteUrl,
    uri_allow_list: auth.additional_redirect_urls.join(","),
    jwt_exp: auth.jwt_expiry,
    refresh_token_rotation_enabled: auth.enable_refresh_token_rotation,
    security_refresh_token_reuse_interval: auth.refresh_token_reuse_interval,
    // All visitors of a Worker share Cloudflare's address. The file has no key for it.
    security_sb_forwarded_for_enabled: true,
    disable_signup: !auth.enable_signup,
    external_anonymous_users_enabled: auth.enable_anonymous_sign_ins,
    security_manual_linking_enabled: auth.enable_manual_linking,
    password_min_length: auth.minimum_password_length,
    external_email_enabled: email.enable_signup,
    mailer_autoconfirm: !email.enable_confirmations,
    mailer_secure_email_change_enabled: email.double_confirm_changes,
    security_update_password_require_reauthentication: email.secure_password_change,
    smtp_max_frequency: parseSeconds(email.max_frequency),
    mailer_otp_length: email.otp_length,
    mailer_otp_exp: email.otp_expiry,
    mfa_max_enrolled_factors: mfa.max_enrolled_factors,
    mfa_totp_enroll_enabled: mfa.totp.enroll_enabled,
    mfa_totp_verify_enabled: mfa.totp.verify_enabled,
    ...emailFields(email, folder),
  };
}

function emailFields({ template, notification }: AuthToml["email"], folder: string): AuthFields {
  const fields: Record<string, string | boolean> = {};
  for (const [name, { subject, content_path: file }] of Object.entries(template)) {
    fields[`mailer_subjects_${name}`] = subject;
    fields[`mailer_templates_${name}_content`] = readFileSync(path.join(folder, file), "utf8");
  }
  for (const [name, { enabled, subject, content_path: file }] of Object.entries(notification)) {
    fields[`mailer_notifications_${name}_enabled`] = enabled;
    fields[`mailer_subjects_${name}_notification`] = subject;
    // As in Supabase's CLI, relative to `supabase/`, unlike other templates.
    fields[`mailer_templates_${name}_notification_content`] = readFileSync(
      path.join(folder, "supabase", file),
      "utf8",
    );
  }
  return fields;
}

/** The claim hook. It needs the function of the first migration. */
export function hookSettings({ folder }: Target): AuthFields {
  const { custom_access_token: hook } = readAuthToml(folder).hook;
  return {
    hook_custom_access_token_enabled: hook.enabled,
    hook_custom_access_token_uri: hook.uri,
  };
}

/** The Worker's switch is the auth server's. A new relying party id would invalidate every passkey. */
export function passkeySettings({ config, folder, siteUrl }: Target): AuthFields {
  if (readVar(config, "PASSKEYS") !== "on") return { passkey_enabled: false };
  return {
    passkey_enabled: true,
    webauthn_rp_display_name: readAuthToml(folder).webauthn.rp_display_name,
    webauthn_rp_id: new URL(siteUrl).hostname,
    webauthn_rp_origins: siteUrl,
  };
}

/** What the Free plan refuses with 402. */
export function proPlanSettings({ folder }: Target): AuthFields {
  const { sessions } = readAuthToml(folder);
  return {
    sessions_timebox: parseSeconds(sessions.timebox) / 3600,
    sessions_inactivity_timeout: parseSeconds(sessions.inactivity_timeout) / 3600,
    // The file has no key for it.
    password_hibp_enabled: true,
  };
}

/** Seconds of "60s", "5m" or "720h". */
function parseSeconds(text: string): number {
  const unit = { h: 3600, m: 60, s: 1 }[text.at(-1) ?? ""] ?? 1;
  return Number.parseInt(text, 10) * unit;
}
