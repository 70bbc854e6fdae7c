import type { Writable } from "node:stream";

export interface ProgressLine {
  /** Adds a part that is starting. */
  add(part: string): void;
  /** Removes the line. */
  clear(): void;
}

const CLEAR = "\r\u001b[2K";

/** Shows what is starting as one line, "  Postgres … Supabase … site …". Only a terminal gets it. */
export function createProgressLine(to: Writable & { readonly isTTY?: boolean }): ProgressLine {
  const parts: string[] = [];
  const write = (text: string) => void (to.isTTY && to.write(text));
  return {
    add(part) {
      parts.push(`${part} …`);
      write(`${CLEAR}  ${parts.join(" ")}`);
    },
    clear: () => write(CLEAR),
  };
}
