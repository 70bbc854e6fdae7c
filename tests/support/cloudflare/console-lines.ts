import { vi } from "vitest";

export interface Outcome {
  /** The message of what was thrown; undefined when all went well. */
  readonly error: string | undefined;
  /** What was printed, line by line. */
  readonly lines: readonly string[];
}

/** Runs a command's work, and collects what it prints. `onLine` is told each line before the work goes on. */
export async function collectLines(
  work: () => Promise<unknown>,
  onLine: (line: string) => void = () => {},
): Promise<Outcome> {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((text: string) => {
    for (const line of text.split("\n")) {
      lines.push(line);
      onLine(line);
    }
  });
  try {
    await work();
    return { error: undefined, lines };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), lines };
  } finally {
    log.mockRestore();
  }
}
