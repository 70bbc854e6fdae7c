/** Types of the fault matrix: the fault, the request, and the expected response. */

/** In execution order. Supabase Auth comes last, because it cannot be restored. */
export const FAULTS = [
  "nothing broken",
  "database down",
  "database slow (5 s)",
  "connections drop",
  "Stripe down",
  "Stripe slow (5 s)",
  "spreadsheet down",
  "database and sheet down",
  "Supabase Auth: 429",
  "Supabase Auth: 409",
  "Supabase Auth: a page",
  "Supabase Auth silent",
  "Supabase Auth down",
] as const;

export type Fault = (typeof FAULTS)[number];

/** `returning`: signed in, with an expired access token. */
export type Person = "guest" | "returning" | "free" | "pro";

export interface Case {
  readonly fault: Fault;
  readonly does: string;
  readonly as: Person;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: (siteUrl: string) => object;
  readonly status: number;
  /** Text in the response, or in its Location header. */
  readonly says: readonly string[];
  readonly withinMs: number;
  readonly stored?: {
    readonly what: string;
    readonly isStored: (stage: Stage) => Promise<boolean>;
  };
}

interface ObservedResponse {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

export interface Stage {
  /** Restores everything, then applies the fault. Supabase Auth cannot be restored. */
  applyFault(fault: Fault): Promise<void>;
  send(request: Case): Promise<ObservedResponse>;
  /** Runs a statement directly, unaffected by faults. */
  query(statement: string): Promise<readonly unknown[]>;
  /** Number of spreadsheet rows that contain the text. */
  sheetRows(text: string): Promise<number>;
  close(): Promise<void>;
}
