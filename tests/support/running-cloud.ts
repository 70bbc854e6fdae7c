/** The local cloud of this vitest run. Importing this module starts it, once per run. */
import { inject } from "vitest";

/** Values that vitest's global setup provides. */
declare module "vitest" {
  export interface ProvidedContext {
    /** Responds when the local cloud has started. */
    cloudStarter: string;
    siteVariables: Record<string, string>;
    workerDatabaseUrl: string;
    superuserDatabaseUrl: string;
  }
}

const response = await fetch(inject("cloudStarter"));
if (!response.ok) throw new Error(await response.text());

export const siteVariables = inject("siteVariables");
/** With the Worker's role. */
export const workerDatabaseUrl = inject("workerDatabaseUrl");
/** For test setup and assertions. */
export const superuserDatabaseUrl = inject("superuserDatabaseUrl");
