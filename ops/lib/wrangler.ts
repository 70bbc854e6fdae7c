/** wrangler as installed by the lockfile: the one place that calls it, and what counts as its success. */
import { stripVTControlCharacters } from "node:util";
import * as v from "valibot";
import { type ExecOptions, exec, TIMED_OUT } from "./exec.ts";
import { type Target, WRANGLER_TOML } from "./target.ts";

const SCRIPT = "node_modules/wrangler/bin/wrangler.js";
const BUILT_CONFIG = "build/server/wrangler.json";
/** An upload over a slow line takes a minute or two. */
const TIMEOUT_MS = 10 * 60_000;
/** No telemetry, and no look for a newer version. */
export const WRANGLER_ENV = { WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" };

/**
 * Warnings that say nothing about this project. Any other is a failure: it is how wrangler says that it is about
 * to do something else than it was told.
 */
const ACCEPTED_WARNINGS = [
  /`wrangler triggers deploy` is an experimental command/,
  // Only asked for by --with-old-secrets, which says the same and more.
  /You are about to rollback to Worker Version/,
];

export type WranglerTarget = Pick<Target, "environment" | "folder" | "env">;

export interface WranglerOptions extends Pick<ExecOptions, "env" | "input" | "quiet"> {
  /** Takes the build along; otherwise wrangler is told the environment of wrangler.toml. */
  readonly built?: boolean;
}

/** wrangler did not do what it was asked. */
export class WranglerError extends Error {
  override name = "WranglerError";
  /** The API's code, where the API refused: 10007 for a Worker that does not exist. */
  readonly code: number | undefined;
  /** Everything wrangler wrote, without colors. */
  readonly output: string;
  constructor(message: string, output: string) {
    super(message);
    this.output = output;
    const code = /\[code: (\d+)\]/.exec(output)?.[1];
    this.code = code === undefined ? undefined : Number(code);
  }
}

/** Arguments that name the script and the environment; wrangler would add its name to a build's again. */
export function wranglerArgs(
  { environment }: Pick<Target, "environment">,
  args: readonly string[],
  built = false,
): string[] {
  const config = built ? [BUILT_CONFIG] : [WRANGLER_TOML, "--env", environment];
  return [SCRIPT, ...args, "--config", ...config];
}

/** Runs wrangler, and returns what it printed. Throws `WranglerError` unless it succeeds without a warning. */
export async function wrangler(
  target: WranglerTarget,
  args: readonly string[],
  { built = false, env, input, quiet = false }: WranglerOptions = {},
): Promise<string> {
  const all = wranglerArgs(target, args, built);
  const line = ["wrangler", ...all.slice(1)].join(" ");
  if (!quiet) console.log(`  $ ${line}`);
  const { status, stdout, stderr } = await exec(process.execPath, all, {
    cwd: target.folder,
    env: { ...target.env, ...WRANGLER_ENV, ...env },
    quiet,
    timeoutMs: TIMEOUT_MS,
    ...(input !== undefined && { input }),
  });
  const output = stripVTControlCharacters(`${stdout}\n${stderr}`);
  if (status === TIMED_OUT) throw new WranglerError(`${line}: did not end in time`, output);
  if (status !== 0) {
    const reason = readReason(output) ?? `ended with status ${status}`;
    throw new WranglerError(`${line}: ${reason}`, output);
  }
  const [warning] = findWarnings(output);
  if (warning !== undefined) throw new WranglerError(`${line} warns: ${warning}`, output);
  return stdout;
}

/** What wrangler printed as JSON, read by `schema`. Throws one line when it is something else. */
export async function wranglerJson<Schema extends v.GenericSchema>(
  target: WranglerTarget,
  args: readonly string[],
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson()),
    await wrangler(target, args, { quiet: true }),
  );
  if (!parsed.success) throw new Error(`wrangler ${args.join(" ")} printed no JSON`);
  return v.parse(schema, parsed.output);
}

/**
 * What keeps wrangler from signing in to Cloudflare, as one line. A token is not tried here: one that is made
 * for a single Worker may not ask who it belongs to.
 */
export async function findLoginProblem(target: WranglerTarget): Promise<string | undefined> {
  const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: account } = target.env;
  if (token) {
    return account
      ? undefined
      : "CLOUDFLARE_ACCOUNT_ID is not set; it goes with CLOUDFLARE_API_TOKEN";
  }
  return wrangler(target, ["whoami", "--json"], { quiet: true }).then(
    () => undefined,
    () => "Not logged in to Cloudflare: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN",
  );
}

/** The first line of every warning in wrangler's output that is not accepted. */
function findWarnings(output: string): string[] {
  return output
    .split("\n")
    .filter((line) => /\[WARNING\]|^\W*WARNING\b/.test(line))
    .filter((line) => !ACCEPTED_WARNINGS.some((accepted) => accepted.test(line)))
    .map((line) => line.replace(/^.*?WARNING\]?\s*/, "").trim());
}

/** The first error line, with what the API added to it. */
function readReason(output: string): string | undefined {
  const lines = output.split("\n");
  const at = lines.findIndex((line) => line.includes("[ERROR]"));
  if (at === -1) return undefined;
  const first = lines[at]?.replace(/^.*\[ERROR\]\s*/, "").trim() ?? "";
  const detail = lines.slice(at + 1).find((line) => line.trim() !== "");
  return detail?.includes("[code:") ? `${first} ${detail.trim()}` : first;
}
