/** wrangler as installed by the lockfile: how it is called, and what counts as its success. */
import { stripVTControlCharacters } from "node:util";
import * as v from "valibot";
import { type Command, type CommandResult, type RunCommand, TIMED_OUT } from "./command.ts";

const SCRIPT = "node_modules/wrangler/bin/wrangler.js";

/**
 * Warnings that say nothing about this project. A warning that is not listed here is a failure: it is how
 * wrangler says that it is about to do something else than it was told.
 */
const ACCEPTED_WARNINGS = [
  /`wrangler triggers deploy` is an experimental command/,
  // Only asked for by --with-old-secrets, which says the same and more.
  /You are about to rollback to Worker Version/,
];

/** An upload over a slow line takes a minute or two; an API that never answers would hold it for ever. */
const TIMEOUT_MS = 10 * 60_000;

/** wrangler without telemetry, and without asking the registry for a newer one. */
export function wrangler(
  args: readonly string[],
  rest: Omit<Command, "program" | "args"> = {},
): Command {
  const env = { WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", ...rest.env };
  return {
    timeoutMs: TIMEOUT_MS,
    ...rest,
    program: process.execPath,
    args: [SCRIPT, ...args],
    env,
  };
}

/** wrangler did not do what it was asked. */
export class WranglerError extends Error {
  override name = "WranglerError";
  /** The API's code, where the API refused: 10007 for a Worker that does not exist. */
  readonly code: number | undefined;
  /** Everything wrangler wrote, without colours. */
  readonly output: string;
  constructor(message: string, output: string) {
    super(message);
    this.output = output;
    this.code = readApiCode(output);
  }
}

/** Runs wrangler. Throws `WranglerError` unless it ends with status 0 and without a warning. */
export async function runWrangler(run: RunCommand, command: Command): Promise<CommandResult> {
  const result = await run(command);
  const output = stripVTControlCharacters(`${result.stdout}\n${result.stderr}`);
  if (result.status !== 0) {
    const end =
      result.status === TIMED_OUT ? "did not end in time" : `ended with status ${result.status}`;
    const reason = readReason(output) ?? end;
    throw new WranglerError(`${commandLine(command)}: ${reason}`, output);
  }
  const [warning] = findWarnings(output);
  if (warning !== undefined) {
    throw new WranglerError(`${commandLine(command)} warns: ${warning}`, output);
  }
  return result;
}

/** What wrangler printed as JSON, read by `schema`. Throws one line when it is something else. */
export async function readWranglerJson<Schema extends v.GenericSchema>(
  run: RunCommand,
  args: readonly string[],
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const command = wrangler(args, { quiet: true });
  const { stdout } = await runWrangler(run, command);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), stdout);
  if (!parsed.success) throw new Error(`${commandLine(command)} printed no JSON`);
  return v.parse(schema, parsed.output);
}

/** The first line of every warning in wrangler's output that is not accepted. */
export function findWarnings(output: string): string[] {
  return stripVTControlCharacters(output)
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

function readApiCode(output: string): number | undefined {
  const code = /\[code: (\d+)\]/.exec(output)?.[1];
  return code === undefined ? undefined : Number(code);
}

/** A command as one would type it. */
export function commandLine({ program, args, env }: Command): string {
  const variables = Object.entries(env ?? {})
    .filter(([name]) => name === "CLOUDFLARE_ENV")
    .map(([name, value]) => `${name}=${value}`);
  const [script = "", ...others] = args;
  if (script === SCRIPT) return [...variables, "wrangler", ...others].join(" ");
  return [...variables, program === process.execPath ? "node" : program, ...args].join(" ");
}
