import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Paths of the project's files that `.gitignore` leaves, also in a copy without its `.git`. */
export function listProjectFiles(folder = "."): string[] {
  const list = (...args: readonly string[]) =>
    spawnSync("git", [...args, "--exclude-standard", "--", folder], { encoding: "utf8" })
      .stdout.split("\n")
      .filter((file) => file !== "" && existsSync(file));
  const known = list("ls-files", "--cached", "--others");
  // Every file matches the empty pattern.
  return known.length > 0 ? known : list("grep", "--no-index", "--files-with-matches", "-e", "");
}
