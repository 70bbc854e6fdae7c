import type { SiteVariables } from "../../tools/site-variables.ts";
import type { ChildProcesses } from "../processes/child-processes.ts";

/** What it takes to start the site as a child process, its output piped. */
export interface SiteLaunch {
  /** Of 127.0.0.1. */
  readonly port: number;
  readonly localDir: string;
  readonly variables: SiteVariables;
  readonly processes: ChildProcesses;
}
