/** supabase/config.toml as fields of the Management API's auth configuration. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import * as v from "valibot";
import { readVar, SUPABASE_TOML, type Target } from "../lib/target.ts";

type Setting = string | number | boolean;
export type AuthFields = Readonly<Record<string, Setting>>;

/** Fields of the settings that any plan has; "!" inverts. */
const FIELDS: Readonly<Record<string, string>> = {
  additional_redirect_urls: "uri_allow_list",
  jwt_expiry: "jwt_exp",
  enable_refresh_token_rotation: "refresh_token_rotation_enabled",
  refresh_token_reuse_interval: "security_refresh_token_reuse_interval",
  enable_signup: "!disable_signup",
  enable_anonymous_sign_ins: "external_anonymous_users_enabled",
  enable_manual_linking: "security_manual_linking_enabled",
  minimum_password_length: "password_min_length",
  "email.enabled": "external_email_enabled",
  // The name of `email.enabled` before Supabase's CLI 3.
  "email.enable_signup": "external_email_enabled",
  "email.enable_confirmations": "!mailer_autoconfirm",
  "email.double_confirm_changes": "mailer_secure_email_change_enabled",
  "email.secure_password_change": "security_update_password_require_reauthentication",
  "email.max_frequency": "smtp_max_frequency",
  "email.otp_length": "mailer_otp_length",
  "email.otp_expiry": "mailer_otp_exp",
  // The claim hook needs the function of the first migration.
  "hook.custom_access_token.enabled": "hook_custom_access_token_enabled",
  "hook.custom_access_token.uri": "hook_custom_access_token_uri",
  "mfa.max_enrolled_factors": "mfa_max_enrolled_factors",
  "mfa.totp.enroll_enabled": "mfa_totp_enroll_enabled",
  "mfa.totp.verify_enabled": "mfa_totp_verify_enabled",
};
const NOTIFICATION = /^email\.notification\.(\w+)\.enabled$/;
const TEMPLATE = /^email\.(template|notification)\.(\w+)\.(subject|content_path)$/;
/** Read one by one. A hosted project gets the site's URL and passkey ids from wrangler.toml. */
const OTHERS =
  /^(enabled|site_url|passkey\..*|webauthn\..*|external\..*|sessions\..*|rate_limit\.email_sent)$/;

const settingSchema = v.union([
  v.string(),
  v.number(),
  v.boolean(),
  v.pipe(
    v.array(v.string()),
    v.transform((list) => list.join()),
  ),
]);
const fileSchema = v.object({ auth: v.record(v.string(), v.unknown()) });

/** The settings by dotted name. Throws when one is unknown, so that none is silently left out. */
export function readAuthToml(folder: string): ReadonlyMap<string, Setting> {
  const text = readFileSync(path.join(folder, SUPABASE_TOML), "utf8");
  const settings = flatten(v.parse(fileSchema, parse(text)).auth);
  for (const [name] of settings) {
    if (name in FIELDS || [NOTIFICATION, TEMPLATE, OTHERS].some((each) => each.test(name)))
      continue;
    throw new Error(`${SUPABASE_TOML}: [auth] ${name} is unknown to setup:cloud`);
  }
  return new Map(settings);
}

function flatten(table: object, prefix = ""): [string, Setting][] {
  return Object.entries(table).flatMap(([name, value]): [string, Setting][] => {
    const parsed = v.safeParse(settingSchema, value);
    return parsed.success ? [[prefix + name, parsed.output]] : flatten(value, `${prefix}${name}.`);
  });
}

/** What any plan has, except templates and what needs credentials. */
export function generalSettings(target: Target): AuthFields {
  const fields = [...readAuthToml(target.folder)].flatMap(([name, value]) => {
    const field = FIELDS[name] ?? name.replace(NOTIFICATION, "mailer_notifications_$1_enabled");
    if (field === name) return [];
    return field.startsWith("!") ? [[field.slice(1), !value]] : [[field, toSeconds(value)]];
  });
  return {
    ...Object.fromEntries(fields),
    ...passkeySettings(target),
    site_url: target.siteUrl,
    // The file has no key for it. All visitors of a Worker share Cloudflare's address.
    security_sb_forwarded_for_enabled: true,
  };
}

/** Subjects and texts of the emails; a path becomes the file's text. */
export function templateSettings({ folder }: Target): AuthFields {
  const fields = [...readAuthToml(folder)].flatMap(([setting, value]): [string, Setting][] => {
    const [, kind, name, part] = TEMPLATE.exec(setting) ?? [];
    if (!kind) return [];
    const isTemplate = kind === "template";
    const email = isTemplate ? name : `${name}_notification`;
    if (part === "subject") return [[`mailer_subjects_${email}`, value]];
    // As in Supabase's CLI, a notification's path is relative to `supabase/`.
    const file = path.join(folder, isTemplate ? "" : "supabase", String(value));
    return [[`mailer_templates_${email}_content`, readFileSync(file, "utf8")]];
  });
  return Object.fromEntries(fields);
}

/** The Worker's switch is Supabase Auth's. A new relying party id would invalidate every passkey. */
function passkeySettings({ config, folder, siteUrl }: Target): AuthFields {
  if (readVar(config, "PASSKEYS") !== "on") return { passkey_enabled: false };
  return {
    passkey_enabled: true,
    webauthn_rp_display_name: readAuthToml(folder).get("webauthn.rp_display_name") ?? "",
    webauthn_rp_id: new URL(siteUrl).hostname,
    webauthn_rp_origins: siteUrl,
  };
}

/** What the Free plan refuses with 402. */
export function proPlanSettings({ folder }: Target): AuthFields {
  const settings = readAuthToml(folder);
  const hours = (name: string) => Number(toSeconds(settings.get(name) ?? "0s")) / 3600;
  return {
    sessions_timebox: hours("sessions.timebox"),
    sessions_inactivity_timeout: hours("sessions.inactivity_timeout"),
    // The file has no key for it.
    password_hibp_enabled: true,
  };
}

/** A duration such as "60s", "5m" or "720h" in seconds; other values unchanged. */
function toSeconds(value: Setting): Setting {
  const [, amount, unit] = /^(\d+)([hms])$/.exec(String(value)) ?? [];
  if (!unit) return value;
  return Number(amount) * (unit === "h" ? 3600 : unit === "m" ? 60 : 1);
}
