import { chmodSync, mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** A fresh folder for a run's local data, open to the user that Postgres runs as when we are root. */
export function makeLocalDir(purpose: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `selvedge-${purpose}-`));
  chmodSync(folder, 0o755);
  return folder;
}
