/** Writes sections of docs/performance.md. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const DOCUMENT = path.join(import.meta.dirname, "../../docs/performance.md");
/** A paragraph's next line of at most 130 columns. */
const LINE = /(.{1,130})(?:\s|$)/g;

/** Replaces the body under `## heading`: paragraphs, which are wrapped, and tables. */
export function writeSection(heading: string, body: string): void {
  const before = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, "utf8") : "# Performance\n";
  const blocks = body.trim().split("\n\n");
  const wrapped = blocks.map((block) =>
    block.startsWith("|") ? block : block.replace(LINE, "$1\n").trim(),
  );
  const section = `## ${heading}\n\n${wrapped.join("\n\n")}\n`;
  const start = before.indexOf(`## ${heading}\n`);
  const head = start === -1 ? `${before.trimEnd()}\n\n` : before.slice(0, start);
  const next = start === -1 ? -1 : before.indexOf("\n## ", start);
  const rest = next === -1 ? "" : before.slice(next);
  writeFileSync(DOCUMENT, head + section + rest);
}

/** A Markdown table. */
export function toTable(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The machine of the measurements. */
export function describeMachine(): string {
  const [cpu] = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return `${os.cpus().length} cores (${cpu?.model ?? "unknown"}), ${memory} GiB, Node ${process.version}`;
}
