/** Persists a local service's state in a JSON file across restarts. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";

const WRITE_DELAY_MS = 200;

export interface StateFile {
  /** Schedules a debounced write. */
  scheduleWrite(): void;
  /** Writes pending changes now. */
  flush(): Promise<void>;
}

/** A no-op state file for services that run in memory. */
export const IN_MEMORY_STATE: StateFile = {
  scheduleWrite: () => {},
  flush: () => Promise.resolve(),
};

/** Reads the saved state; null when the file does not exist. Throws when it does not match `schema`. */
export async function readStateFile<S extends v.GenericSchema>(
  file: string,
  schema: S,
): Promise<v.InferOutput<S> | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (!parsed.success) {
    throw new Error(`${file} was written by an incompatible version: delete it to start over`);
  }
  return parsed.output;
}

/** Returns a state file that writes `snapshot()` to `file` atomically, debounced by 200 ms. */
export function createStateFile(file: string, snapshot: () => object): StateFile {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const text = JSON.stringify(snapshot());
    // A failed write must not block the next one.
    writing = writing.catch(() => {}).then(() => replaceFile(file, text));
    return writing;
  }

  return {
    scheduleWrite() {
      timer ??= setTimeout(() => {
        write().catch((error: unknown) => console.error(`Could not save ${file}:`, error));
      }, WRITE_DELAY_MS).unref();
    },
    flush: () => (timer === undefined ? writing : write()),
  };
}

async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, text, { mode: 0o600 });
  await rename(temporary, file);
}
