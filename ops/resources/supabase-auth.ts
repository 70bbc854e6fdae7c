/** Supabase Auth's configuration, compared with supabase/config.toml and written where it differs. */
import * as v from "valibot";
import { brand } from "../../app/content/brand.ts";
import { studio } from "../../app/content/studio.ts";
import { findDifferences, type Resource } from "../lib/checks.ts";
import type { Target } from "../lib/target.ts";
import {
  type AuthFields,
  generalSettings,
  proPlanSettings,
  readAuthToml,
  templateSettings,
} from "./auth-settings.ts";
import { callProject } from "./supabase.ts";

const PATH = "config/auth";
const configSchema = v.record(v.string(), v.unknown());

/** The wanted fields that differ. Unset, off and empty are the same to Supabase Auth. */
async function findChanges(target: Target, wanted: AuthFields): Promise<AuthFields> {
  const current = await callProject(target, PATH, configSchema);
  const isDifferent = ([name, value]: [string, unknown]) =>
    (current[name] || false) !== (value || false);
  return Object.fromEntries(Object.entries(wanted).filter(isDifferent));
}

async function patch(target: Target, body: AuthFields): Promise<void> {
  await callProject(target, PATH, v.unknown(), { method: "PATCH", body });
}

/** Settings that are compared and written together; one refusal does not affect the others. */
function authResource(name: string, getWanted: (target: Target) => AuthFields): Resource {
  return {
    name,
    read: async (target) => {
      const changes = await findChanges(target, getWanted(target));
      return { problems: Object.keys(changes).map((name) => `${name} differs`) };
    },
    write: async (target) => patch(target, await findChanges(target, getWanted(target))),
  };
}

export const authSettings = authResource("Supabase Auth", generalSettings);
/**
 * Apart from the other settings: Free projects made since June 2026 accept no templates before they have
 * SMTP.
 */
export const emailTemplates = authResource("Supabase Auth, email templates", templateSettings);
export const authProPlan = authResource("Supabase Auth, Pro plan", proPlanSettings);

/** Settings that only a person can change: Supabase's API answers 200 and drops them. */
export const authDashboard: Resource = {
  name: "Supabase Auth, dashboard",
  read: async (target) => {
    const current = await callProject(target, PATH, configSchema);
    return {
      problems: [
        // Keeps sign-ins out of a table that deleting an account reads in full; Supabase's logs have them.
        current.audit_log_disable_postgres !== true &&
          "Supabase, Authentication, Audit Logs: turn off writing them to the database",
        // The site asks for a recent sign-in instead, which a provider's account has too.
        current.security_update_password_require_current_password === true &&
          'Supabase, Authentication, Sign In / Providers, Email: turn off "Require current password when updating"',
      ],
    };
  },
};

const EMAIL_LIMIT = "rate_limit.email_sent";
/** Cloudflare's. Source: Cloudflare Email Service, SMTP. A project that has another SMTP server keeps it. */
const SMTP = { smtp_host: "smtp.mx.cloudflare.net", smtp_port: "465", smtp_user: "api_token" };

/** Settings of any SMTP server; without one, Supabase accepts no other limit. */
function getEmailSettings({ folder }: Target): AuthFields {
  const limit = readAuthToml(folder).get(EMAIL_LIMIT) ?? 0;
  const sender = { smtp_admin_email: studio.email, smtp_sender_name: brand.name };
  return { ...sender, rate_limit_email_sent: limit };
}

export const smtp: Resource = {
  name: "Supabase Auth, SMTP",
  read: async (target) => {
    const current = await callProject(target, PATH, configSchema);
    if (current.smtp_host) {
      const problems = findDifferences(getEmailSettings(target), current);
      return { problems, detail: String(current.smtp_host) };
    }
    const why = "Supabase's own server sends two emails an hour, to team members only";
    return { problems: [`set SMTP_PASSWORD in the shell, and run setup:cloud: ${why}`] };
  },
  write: async (target) => {
    const current = await callProject(target, PATH, configSchema);
    const { SMTP_PASSWORD: password } = target.env;
    if (!current.smtp_host && !password) return;
    const server = !current.smtp_host && password && { ...SMTP, smtp_pass: password };
    await patch(target, { ...server, ...getEmailSettings(target) });
  },
};

/** The providers of supabase/config.toml that are off. */
async function findOffProviders(target: Target): Promise<string[]> {
  const current = await callProject(target, PATH, configSchema);
  const settings = [...readAuthToml(target.folder).keys()];
  const names = settings.flatMap((name) => /^external\.(\w+)\.enabled$/.exec(name)?.[1] ?? []);
  return names.filter((name) => current[`external_${name}_enabled`] !== true);
}

/** The shell's variables of a provider, named as in supabase/config.toml. */
const nameVariables = (provider: string) =>
  [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`].map((name) => name.toUpperCase());

/** A person creates their apps. Those that are on keep what they have. */
export const oauthProviders: Resource = {
  name: "Supabase Auth, Google and GitHub",
  read: async (target) => {
    const off = await findOffProviders(target);
    return {
      problems: off.map((name) => {
        return `${name} is off: set ${nameVariables(name).join(" and ")} in the shell, and run setup:cloud`;
      }),
    };
  },
  write: async (target) => {
    for (const name of await findOffProviders(target)) {
      const [id, secret] = nameVariables(name).map((variable) => target.env[variable]);
      if (!id || !secret) continue;
      await patch(target, {
        [`external_${name}_enabled`]: true,
        [`external_${name}_client_id`]: id,
        [`external_${name}_secret`]: secret,
      });
    }
  },
};
