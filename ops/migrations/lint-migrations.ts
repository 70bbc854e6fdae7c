/** Statements of migrations that would keep a running site waiting, or break it: squawk's judgement. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { createRunner } from "../cloud/command.ts";

const SQUAWK = path.resolve("node_modules/squawk-cli/js/bin/squawk");
const CONFIG = path.resolve(".squawk.toml");

const reportSchema = v.array(
  v.object({
    file: v.string(),
    line: v.number(),
    message: v.string(),
    help: v.nullish(v.string(), ""),
    rule_name: v.string(),
  }),
);

export interface LintReport {
  /** How many migrations there are. */
  readonly files: number;
  /** One line each. */
  readonly problems: readonly string[];
}

/** Looks at every migration in `folder`. Throws one line when squawk cannot be run or cannot read them. */
export async function lintMigrations(folder: string): Promise<LintReport> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const args = [SQUAWK, "--config", CONFIG, "--reporter", "json"];
  const { stdout, stderr } = await createRunner({ quiet: true })({
    program: process.execPath,
    args: [...args, ...files.map((name) => path.join(folder, name))],
  });
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), reportSchema), stdout);
  if (!parsed.success) throw new Error(`squawk failed: ${stderr.trim() || stdout.trim()}`);
  const found = parsed.output.map(({ file, line, message, help, rule_name: rule }) =>
    `${path.basename(file)}:${line + 1} ${rule}: ${message} ${help}`.trim(),
  );
  return { files: files.length, problems: [...found, ...files.flatMap(findBareIgnores(folder))] };
}

const IGNORE = /^\s*--\s*squawk-ignore/;
const REASON = /^\s*--\s*(?!squawk-ignore|>)\S/;

/** Whoever vouches for a statement says why: the line above the mark is a comment of their own. */
function findBareIgnores(folder: string): (name: string) => string[] {
  return (name) => {
    const lines = readFileSync(path.join(folder, name), "utf8").split("\n");
    return lines.flatMap((line, index) =>
      IGNORE.test(line) && !REASON.test(lines[index - 1] ?? "")
        ? [`${name}:${index + 1} squawk-ignore without a reason: write why in the line above`]
        : [],
    );
  };
}
