/** What the shared local cloud of a test run tells the tests. */
declare module "vitest" {
  export interface ProvidedContext {
    siteVariables: Record<string, string>;
    /** As the Worker connects. */
    workerDatabaseUrl: string;
    /** For what a test sets up or looks at behind the product's back. */
    superuserDatabaseUrl: string;
  }
}

export {};
