import { vi } from "vitest";

export interface Outcome {
  /** Message of the thrown error; undefined on success. */
  readonly error: string | undefined;
  /** Printed lines. */
  readonly lines: readonly string[];
}

/** Runs `work` and collects its output. `onLine` is called synchronously for each line. */
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
