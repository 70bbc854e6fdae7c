/** Runs the installed wrangler. */
import { stripVTControlCharacters } from "node:util";
import { CommandError, type ExecOptions, exec } from "./exec.ts";
import { type Target, WRANGLER_TOML } from "./target.ts";

const SCRIPT = "node_modules/wrangler/bin/wrangler.js";
export const BUILT_CONFIG = "build/server/wrangler.json";
/** No telemetry and no update check. */
const WRANGLER_ENV = { WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" };

/** Harmless warnings. Any other is a failure: wrangler warns when it does something other than requested. */
const ACCEPTED_WARNINGS = [
  /`wrangler triggers deploy` is an experimental command/,
  // Cloudflare says "the script API" of our own calls as well.
  /last updated via the script API/,
  /differs from the remote configuration of your Worker set via the Cloudflare Dashboard/,
];

/** What an upload replaces after a change in the dashboard, e.g. a rollback in an incident: shown. */
const REPLACED_SETTINGS = /The local configuration .* differs [\s\S]*? with your local one\./;

/** A role of one Worker does not cover custom domains. Source: Cloudflare, Workers permissions and access. */
export const DOMAINS_PERMISSION = "Workers Scripts of all Workers";

/** Means a wrong token as well as a missing permission. */
const AUTHENTICATION_ERROR = "[code: 10000]";

interface WranglerOptions extends Pick<ExecOptions, "input"> {
  /** Replaces the environment in wrangler.toml, e.g. by the built configuration. */
  readonly config?: string;
}

/** Runs wrangler and returns its standard output. Throws a `CommandError` on failure or a warning. */
export async function wrangler(
  { environment, folder: cwd, env, signal }: Target,
  args: readonly string[],
  { config, ...options }: WranglerOptions = {},
): Promise<string> {
  // A built configuration gets no --env, which would append the name again.
  const all = [...args, "--config", ...(config ? [config] : [WRANGLER_TOML, "--env", environment])];
  const { status, stdout, stderr } = await exec(process.execPath, [SCRIPT, ...all], {
    ...{ ...options, cwd, signal },
    env: { ...env, ...WRANGLER_ENV },
  });
  const output = stripVTControlCharacters(`${stdout}\n${stderr}`);
  const line = ["wrangler", ...all].join(" ");
  // Drops what wrangler printed before, e.g. a table of all uploaded modules.
  const problem = /^.*\b(?:ERROR|WARNING)\b[\s\S]*/m.exec(output)?.[0] ?? output;
  if (status !== 0) {
    const reason = readReason(output) ?? `ended with status ${status}`;
    throw new CommandError(`${line}: ${reason}`, problem);
  }
  const warning = findWarning(output);
  if (warning !== undefined) throw new CommandError(`${line} warns: ${warning}`, problem);
  const replaced = REPLACED_SETTINGS.exec(output)?.[0];
  if (replaced) console.log(replaced);
  return stdout;
}

/** The first line of the first warning that is not accepted. */
function findWarning(output: string): string | undefined {
  const warnings = output.matchAll(/^(?:.*\[WARNING\]|[^\w\n]*WARNING\b) *(.*)$/gm);
  return [...warnings].find(([line]) => !ACCEPTED_WARNINGS.some((each) => each.test(line)))?.[1];
}

/** The first error with the API's detail, as one line, and the permission that a deploy's token needs. */
function readReason(output: string): string | undefined {
  const [, text = ""] = /\[ERROR\] ([\s\S]*?\[code: \d+\]|.*)/.exec(output) ?? [];
  const reason = text.replace(/\s+(- )?/g, " ");
  if (!reason.includes(AUTHENTICATION_ERROR)) return reason || undefined;
  const permission = reason.includes("/zones")
    ? "Zone: Workers Routes"
    : reason.includes("/domains")
      ? `Account: ${DOMAINS_PERMISSION}, and Zone: Workers Routes`
      : "Account: Workers Scripts";
  return `${reason}. CLOUDFLARE_API_TOKEN is not valid, or lacks the permission ${permission}: Edit`;
}
