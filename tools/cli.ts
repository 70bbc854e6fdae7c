/** Helpers of command-line programs. */

/** Runs a command. A failure prints one line and exits with status 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/**
 * Aborts at SIGINT or SIGTERM, so that a command can clean up. The next one ends the process at once, except within a
 * second: npm forwards the Ctrl-C that the terminal has already sent.
 */
export function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  const stop = (name: NodeJS.Signals) => {
    if (!controller.signal.aborted) {
      firstAt = performance.now();
      console.log(`${name}: stopping; once more to stop without cleaning up`);
      return controller.abort(new Error(`interrupted by ${name}`));
    }
    if (performance.now() - firstAt > 1_000) process.exit(1);
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  return controller.signal;
}

/**
 * Splits chunks of text into lines, buffering an unfinished one. Only a line feed ends a line: `readline` also splits at
 * U+2028, which is valid inside JSON, so that user input could hide or forge a log line.
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
