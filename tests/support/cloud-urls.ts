/** Values that vitest's global setup provides to tests. */
declare module "vitest" {
  export interface ProvidedContext {
    siteVariables: Record<string, string>;
    /** With the Worker's role. */
    workerDatabaseUrl: string;
    /** For test setup and assertions. */
    superuserDatabaseUrl: string;
  }
}

export {};
