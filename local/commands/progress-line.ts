import type { Writable } from "node:stream";

interface ProgressLine {
  /** Adds a part that is starting. */
  add(part: string): void;
  /** Removes the line. */
  clear(): void;
}

const CLEAR = "\r\u001b[2K";

/** Shows what is starting as one line, "  Postgres … Supabase … site … 4 s". Only a terminal gets it. */
export function createProgressLine(to: Writable & { readonly isTTY?: boolean }): ProgressLine {
  const parts: string[] = [];
  const startedAt = performance.now();
  const write = (text: string) => void (to.isTTY && to.write(text));
  const show = () =>
    write(`${CLEAR}  ${parts.join(" ")} ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const timer = setInterval(show, 1_000).unref();
  return {
    add(part) {
      parts.push(`${part} …`);
      show();
    },
    clear() {
      clearInterval(timer);
      write(CLEAR);
    },
  };
}
