/** Supabase Auth's configuration, compared with supabase/config.toml and written where it differs. */
import * as v from "valibot";
import { brand } from "../../app/content/brand.ts";
import { studio } from "../../app/content/studio.ts";
import type { Resource } from "../lib/checks.ts";
import type { Target } from "../lib/target.ts";
import {
  type AuthFields,
  generalSettings,
  proPlanSettings,
  readAuthToml,
} from "./auth-settings.ts";
import { callProject } from "./supabase.ts";

const PATH = "config/auth";
const SHOWN_LENGTH = 60;
const configSchema = v.record(v.string(), v.unknown());

/** The wanted fields that differ. Unset, off and empty are the same to the auth server. */
async function findDifferences(target: Target, wanted: AuthFields) {
  const current = await callProject(target, PATH, configSchema);
  const isDifferent = ([name, value]: [string, unknown]) =>
    (current[name] || false) !== (value || false);
  const changes = Object.fromEntries(Object.entries(wanted).filter(isDifferent));
  const problems = Object.entries(changes).map(([name, value]) => {
    const line = `${name} is ${JSON.stringify(current[name])}, not ${JSON.stringify(value)}`;
    return line.length <= SHOWN_LENGTH + name.length ? line : `${name} differs`;
  });
  return { changes, problems };
}

async function patch(target: Target, body: AuthFields): Promise<void> {
  await callProject(target, PATH, v.unknown(), { method: "PATCH", body });
}

/** Settings that are compared and written together; one refusal does not affect the others. */
function authResource(name: string, getWanted: (target: Target) => AuthFields): Resource {
  return {
    name,
    read: (target) => findDifferences(target, getWanted(target)),
    write: async (target) =>
      patch(target, (await findDifferences(target, getWanted(target))).changes),
  };
}

export const authSettings = authResource("Supabase Auth", generalSettings);
/**
 * Keeps sign-ins out of a table that deleting an account reads in full; Supabase's own logs have them. A field of the
 * dashboard's form (Authentication, Audit Logs); Supabase's API description lacks it.
 */
export const authAuditLog = authResource("Supabase Auth, audit log", () => ({
  audit_log_disable_postgres: true,
}));
export const authProPlan = authResource("Supabase Auth, Pro plan", proPlanSettings);

const EMAIL_LIMIT = "rate_limit.email_sent";
/** Cloudflare's. Source: Cloudflare Email Service, SMTP. A project that has another SMTP server keeps it. */
const SMTP = { smtp_host: "smtp.mx.cloudflare.net", smtp_port: "465", smtp_user: "api_token" };

export const smtp: Resource = {
  name: "Supabase Auth, SMTP",
  read: async (target) => {
    const { smtp_host: host, rate_limit_email_sent: limit } = await callProject(
      target,
      PATH,
      configSchema,
    );
    const wanted = readAuthToml(target.folder).get(EMAIL_LIMIT);
    return {
      problems: [
        !host &&
          "set SMTP_PASSWORD in the shell, and run setup:cloud: Supabase's own server sends two emails an hour, to team members only",
        Boolean(host) && limit !== wanted && `rate_limit_email_sent is ${limit}, not ${wanted}`,
      ],
      detail: String(host),
    };
  },
  write: async (target) => {
    const current = await callProject(target, PATH, configSchema);
    const { SMTP_PASSWORD: password } = target.env;
    if (!current.smtp_host && !password) return;
    const sender = { smtp_admin_email: studio.email, smtp_sender_name: brand.name };
    // Supabase accepts another limit only with an SMTP server.
    const limit = { rate_limit_email_sent: readAuthToml(target.folder).get(EMAIL_LIMIT) ?? 0 };
    const server = !current.smtp_host && password && { ...SMTP, ...sender, smtp_pass: password };
    await patch(target, { ...server, ...limit });
  },
};

/** A person enters their secrets in Supabase's dashboard. */
export const oauthProviders: Resource = {
  name: "Supabase Auth, Google and GitHub",
  read: async (target) => {
    const current = await callProject(target, PATH, configSchema);
    const providers = [...readAuthToml(target.folder).keys()].flatMap(
      (name) => /^external\.(\w+)\.enabled$/.exec(name)?.[1] ?? [],
    );
    const off = providers.filter((name) => current[`external_${name}_enabled`] !== true);
    const page = "Supabase, Authentication, Sign In / Providers";
    return { problems: off.map((provider) => `${provider} is off: ${page}`) };
  },
};
