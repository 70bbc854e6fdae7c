/** Runs the installed wrangler. */
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import * as v from "valibot";
import { ABORTED, appendToLog, type ExecOptions, exec } from "./exec.ts";
import { type Target, WRANGLER_TOML } from "./target.ts";

const SCRIPT = "node_modules/wrangler/bin/wrangler.js";
const BUILT_CONFIG = "build/server/wrangler.json";
const TIMEOUT_MS = 10 * 60_000;
const RETRY_PAUSE_MS = 2_000;
/** No telemetry and no update check. */
const WRANGLER_ENV = { WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" };

/** Harmless warnings. Any other is a failure: wrangler warns when it does something other than requested. */
const ACCEPTED_WARNINGS = [
  /`wrangler triggers deploy` is an experimental command/,
  // Requested by --with-old-secrets.
  /You are about to rollback to Worker Version/,
];

export const NOT_LOGGED_IN =
  "Not logged in to Cloudflare: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN";

/** For a wrong token as well as a missing permission. */
const AUTHENTICATION_ERROR = "[code: 10000]";

export type WranglerTarget = Pick<Target, "environment" | "folder" | "env" | "logFile" | "signal">;

export interface WranglerOptions extends Pick<ExecOptions, "env" | "input" | "onStdout"> {
  /** Uses the built configuration instead of the environment in wrangler.toml. */
  readonly built?: boolean;
  /** Keeps the output out of the log. */
  readonly quiet?: boolean;
}

/** A failed wrangler command. */
export class WranglerError extends Error {
  override name = "WranglerError";
  /** The API's error code, if any, e.g. 10007 for an unknown Worker. */
  readonly code: number | undefined;
  /** Complete output without colors. */
  readonly output: string;
  constructor(message: string, output: string) {
    super(message);
    this.output = output;
    const code = /\[code: (\d+)\]/.exec(output)?.[1];
    this.code = code === undefined ? undefined : Number(code);
  }
}

/**
 * Runs wrangler and returns its standard output. Throws `WranglerError` on failure or a warning. With `onStdout` it may
 * run for ever.
 */
export async function wrangler(
  target: WranglerTarget,
  args: readonly string[],
  { built = false, env, input, onStdout, quiet = false }: WranglerOptions = {},
): Promise<string> {
  // A built configuration gets no --env, which would append the name again.
  const config = built ? [BUILT_CONFIG] : [WRANGLER_TOML, "--env", target.environment];
  const all = [...args, "--config", ...config];
  const line = ["wrangler", ...all].join(" ");
  const logFile = quiet ? undefined : target.logFile;
  appendToLog(logFile, `$ ${line}\n`);
  const { status, stdout, stderr } = await exec(process.execPath, [SCRIPT, ...all], {
    cwd: target.folder,
    env: { ...target.env, ...WRANGLER_ENV, ...env },
    logFile,
    signal: target.signal,
    ...(onStdout ? { onStdout } : { timeoutMs: TIMEOUT_MS }),
    ...(input !== undefined && { input }),
  });
  const output = stripVTControlCharacters(`${stdout}\n${stderr}`);
  if (status === ABORTED) throw new WranglerError(`${line}: ended before it was done`, output);
  if (status !== 0) {
    const reason = readReason(output) ?? `ended with status ${status}`;
    throw new WranglerError(`${line}: ${reason}`, output);
  }
  const [warning] = findWarnings(output);
  if (warning !== undefined) throw new WranglerError(`${line} warns: ${warning}`, output);
  return stdout;
}

/** Repeats a failed command once, if it may run twice. wrangler does not print how long `Retry-After` asks to wait. */
export async function retryOnce<T>(command: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await command();
  } catch {
    await sleep(RETRY_PAUSE_MS, undefined, { signal });
    return command();
  }
}

/** Runs a wrangler command that changes nothing, and parses its JSON output. */
export async function wranglerJson<Schema extends v.GenericSchema>(
  target: WranglerTarget,
  args: readonly string[],
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson()),
    await retryOnce(() => wrangler(target, args, { quiet: true }), target.signal),
  );
  if (!parsed.success) throw new Error(`wrangler ${args.join(" ")} printed no JSON`);
  return v.parse(schema, parsed.output);
}

/** Why wrangler cannot authenticate, as one line. Does not try a token: one for a single Worker cannot call `whoami`. */
export async function findLoginProblem(target: WranglerTarget): Promise<string | undefined> {
  const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: account } = target.env;
  if (token) {
    return account
      ? undefined
      : "CLOUDFLARE_ACCOUNT_ID is not set; CLOUDFLARE_API_TOKEN requires it";
  }
  return wrangler(target, ["whoami", "--json"], { quiet: true }).then(
    () => undefined,
    () => NOT_LOGGED_IN,
  );
}

/** First lines of the warnings that are not accepted. */
function findWarnings(output: string): string[] {
  return output
    .split("\n")
    .filter((line) => /\[WARNING\]|^\W*WARNING\b/.test(line))
    .filter((line) => !ACCEPTED_WARNINGS.some((accepted) => accepted.test(line)))
    .map((line) => line.replace(/^.*?WARNING\]?\s*/, "").trim());
}

/** The first error line, with the API's detail and the permission that a deploy's token needs. */
function readReason(output: string): string | undefined {
  const lines = output.split("\n");
  const at = lines.findIndex((line) => line.includes("[ERROR]"));
  if (at === -1) return undefined;
  const first = lines[at]?.replace(/^.*\[ERROR\]\s*/, "").trim() ?? "";
  if (first.startsWith("In a non-interactive environment")) return NOT_LOGGED_IN;
  const detail = lines.slice(at + 1).find((line) => line.trim() !== "");
  if (!detail?.includes("[code:")) return first;
  const advice =
    detail.includes(AUTHENTICATION_ERROR) && first.includes("/workers/")
      ? ". CLOUDFLARE_API_TOKEN is not valid, or lacks the permission Workers Scripts: Edit"
      : "";
  return `${first} ${detail.trim()}${advice}`;
}
