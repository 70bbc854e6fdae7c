/** Helpers of command-line programs. */
import { readFileSync } from "node:fs";

/**
 * Runs a command, or with `--help` prints the comment that its script begins with. A failure prints one line
 * and exits with status 1.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  if (process.argv.includes("--help")) return console.log(readUsage(process.argv[1] ?? ""));
  exemptLoopback();
  try {
    await command();
  } catch (error) {
    console.error(`✗ ${describeFailure(error)}`);
    process.exitCode = 1;
  }
}

/** Keeps calls to this machine from the shell's proxy, which Node uses with `NODE_USE_ENV_PROXY`. */
function exemptLoopback(): void {
  const { no_proxy: given = process.env.NO_PROXY } = process.env;
  const exempt = [given, "localhost,127.0.0.1,::1"].filter(Boolean).join();
  process.env.no_proxy = exempt;
  process.env.NO_PROXY = exempt;
}

function readUsage(script: string): string {
  const [, comment = ""] = /\/\*\*(.*?)\*\//s.exec(readFileSync(script, "utf8")) ?? [];
  return comment.replace(/^ ?\* ?/gm, "").trim();
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node.js explains at length how to escape an unknown option.
  const isUsage = "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  return isUsage ? `${error.message.split(". ")[0]}. --help lists the options` : error.message;
}

type Cell = string | number | null | undefined;

/** Rows in columns below their names, numbers to the right. Escapes control characters. */
export function formatTable(rows: readonly Readonly<Record<string, Cell>>[]): string[] {
  const columns = Object.keys(rows[0] ?? {}).map((name) => {
    const cells = rows.map((row) => row[name] ?? "");
    const texts = [name, ...cells.map((cell) => escapeControls(String(cell)))];
    const width = Math.max(...texts.map(({ length }) => length));
    const isNumeric = cells.every((cell) => cell === "" || typeof cell === "number");
    return texts.map((text) => (isNumeric ? text.padStart(width) : text.padEnd(width)));
  });
  return ["", ...rows].map((_, line) =>
    columns
      .map((column) => column[line])
      .join("  ")
      .trimEnd(),
  );
}

/**
 * Aborts at SIGINT or SIGTERM, so that a command can clean up. The next Ctrl-C ends the process at once,
 * except within a second: npm forwards the one that the terminal has already sent. A canceled job sends
 * SIGINT, then SIGTERM.
 */
export function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  const stop = (name: NodeJS.Signals) => {
    if (!controller.signal.aborted) {
      firstAt = performance.now();
      console.log(`${name}: stopping; Ctrl-C once more to stop without cleaning up`);
      return controller.abort(new Error(`interrupted by ${name}`));
    }
    if (name === "SIGINT" && performance.now() - firstAt > 1_000) process.exit(1);
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  return controller.signal;
}

/**
 * Splits chunks of text into lines, buffering an unfinished one. Only a line feed ends a line: `readline`
 * also splits at U+2028, which is valid inside JSON, so that user input could hide or forge a log line.
 */
export function createLineSplitter(): (chunk: string) => string[] {
  let buffer = "";
  return (chunk) => {
    const lines = (buffer + chunk).split("\n");
    buffer = lines.pop() ?? "";
    return lines;
  };
}

/** A character as an escape sequence, e.g. `\u001b`. */
export function escapeCharacter(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}

/** Escapes control, direction and line-ending characters of untrusted text. */
export function escapeControls(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, escapeCharacter);
}
