/** The parts of the fault matrix: what is broken, what is done then, and where. */

/** In the order in which they are tried; the auth server comes last, it cannot be mended. */
export const FAULTS = [
  "nothing broken",
  "database down",
  "database slow (5 s)",
  "connections drop",
  "Stripe down",
  "Stripe slow (5 s)",
  "spreadsheet down",
  "database and sheet down",
  "auth server: 429",
  "auth server: 409",
  "auth server: a page",
  "auth server silent",
  "auth server down",
] as const;

export type Fault = (typeof FAULTS)[number];

export type Person = "guest" | "free" | "pro";

export interface Case {
  readonly fault: Fault;
  readonly does: string;
  readonly as: Person;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: (siteUrl: string) => object;
  readonly status: number;
  /** Words of the answer, or of the address it leads to. */
  readonly says: readonly string[];
  readonly withinMs: number;
  readonly kept?: { readonly what: string; readonly isKept: (stage: Stage) => Promise<boolean> };
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

export interface Stage {
  /** Mends everything and breaks this. The auth server cannot be mended again. */
  turnTo(fault: Fault): Promise<void>;
  ask(request: Case): Promise<Answer>;
  /** The rows of a statement, past every fault. */
  query(statement: string): Promise<readonly unknown[]>;
  /** Rows that the studio's spreadsheet has with this text in them. */
  sheetRows(text: string): Promise<number>;
  close(): Promise<void>;
}
