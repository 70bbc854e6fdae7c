/** Keeps what a local service knows in a JSON file, so that a restart finds it again. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";

const WRITE_DELAY_MS = 200;

export interface StateFile {
  /** Writes the state soon; many calls in a row are one write. */
  changed(): void;
  /** Writes what is not written yet. */
  flush(): Promise<void>;
}

/** For a service that keeps everything in memory. */
export const NO_STATE_FILE: StateFile = { changed: () => {}, flush: () => Promise.resolve() };

/** The saved state, or null when there is none. Throws when the file does not fit `schema`. */
export async function readState<S extends v.GenericSchema>(
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
    throw new Error(`${file} was not written by this version: delete it to start afresh`);
  }
  return parsed.output;
}

/** Writes `snapshot()` to `file` a moment after each change, whole or not at all. */
export function writeState(file: string, snapshot: () => object): StateFile {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const text = JSON.stringify(snapshot());
    // After a failed write the next one still has to happen.
    writing = writing.catch(() => {}).then(() => replaceFile(file, text));
    return writing;
  }

  return {
    changed() {
      timer ??= setTimeout(() => {
        write().catch((error: unknown) => console.error(`Could not save ${file}:`, error));
      }, WRITE_DELAY_MS).unref();
    },
    flush: () => (timer === undefined ? writing : write()),
  };
}

async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}
