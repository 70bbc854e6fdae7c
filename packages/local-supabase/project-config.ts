import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "smol-toml";
import * as v from "valibot";
import { DEFAULT_MAILS, type MailText } from "./default-mails.ts";
import { NOTICE_NAMES, type NoticeName, TEMPLATE_NAMES, type TemplateName } from "./mail-names.ts";

const file = v.pipe(v.string(), v.startsWith("./"));
const template = v.optional(v.object({ subject: v.string(), content_path: file }));
const notice = v.optional(
  v.object({
    enabled: v.boolean(),
    subject: v.string(),
    content_path: v.optional(file),
  }),
);

/** What the auth server reads of `supabase/config.toml`; what is left out is as on a new hosted project. */
const authSchema = v.object({
  jwt_expiry: v.optional(v.number(), 3600),
  enable_refresh_token_rotation: v.optional(v.boolean(), true),
  refresh_token_reuse_interval: v.optional(v.number(), 10),
  enable_signup: v.optional(v.boolean(), true),
  enable_manual_linking: v.optional(v.boolean(), false),
  minimum_password_length: v.optional(v.number(), 6),
  sessions: v.optional(
    v.object({ timebox: v.optional(v.string()), inactivity_timeout: v.optional(v.string()) }),
    {},
  ),
  email: v.optional(
    v.object({
      enable_confirmations: v.optional(v.boolean(), true),
      double_confirm_changes: v.optional(v.boolean(), true),
      secure_password_change: v.optional(v.boolean(), false),
      max_frequency: v.optional(v.string(), "60s"),
      otp_length: v.optional(v.number(), 6),
      otp_expiry: v.optional(v.number(), 3600),
      template: v.optional(v.object(v.entriesFromList(TEMPLATE_NAMES, template)), {}),
      notification: v.optional(v.object(v.entriesFromList(NOTICE_NAMES, notice)), {}),
    }),
    {},
  ),
  hook: v.optional(
    v.object({
      custom_access_token: v.optional(
        v.object({ enabled: v.boolean(), uri: v.optional(v.string(), "") }),
        { enabled: false },
      ),
    }),
    {},
  ),
  mfa: v.optional(v.object({ max_enrolled_factors: v.optional(v.number(), 10) }), {}),
});
const configSchema = v.object({ auth: v.optional(authSchema, {}) });

export interface AuthConfig extends v.InferOutput<typeof authSchema> {
  /** Absolute path of the folder that holds `supabase/`. */
  readonly projectDir: string;
}

/**
 * Reads `supabase/config.toml` in `projectDir`; a project without one is set as a new hosted project. Throws when
 * the file cannot be read, or a key has a wrong type.
 */
export function readAuthConfig(projectDir: string): AuthConfig {
  const toml = path.resolve(projectDir, "supabase", "config.toml");
  const text = existsSync(toml) ? readFileSync(toml, "utf8") : "";
  return { ...v.parse(configSchema, parse(text)).auth, projectDir: path.resolve(projectDir) };
}

/** Subject and HTML of a mail with a link or a code, its placeholders not filled in. */
export async function readTemplate(config: AuthConfig, name: TemplateName): Promise<MailText> {
  const given = config.email.template[name];
  if (!given) return DEFAULT_MAILS[name];
  // Supabase's CLI resolves this path from the project's folder.
  return { subject: given.subject, html: await readHtml(config, given.content_path) };
}

/** The same for a mail that only says what has happened; null where it is off. */
export async function readNotice(config: AuthConfig, name: NoticeName): Promise<MailText | null> {
  const given = config.email.notification[name];
  if (!given?.enabled) return null;
  if (given.content_path === undefined) return { ...DEFAULT_MAILS[name], subject: given.subject };
  // Supabase's CLI resolves this path from `supabase/`, other than a template's.
  const html = await readHtml(config, path.join("supabase", given.content_path));
  return { subject: given.subject, html };
}

function readHtml({ projectDir }: AuthConfig, file: string): Promise<string> {
  return readFile(path.join(projectDir, file), "utf8");
}
