import type { Service } from "local-kit";
import { LOCAL_ACCOUNTS, LOCAL_PASSWORD } from "../../tools/settings.ts";

export interface StartReport {
  readonly siteUrl: string;
  readonly services: readonly Service[];
  /** Milliseconds on the clock of `performance.now()`. */
  readonly startedAt: number;
  readonly cloudReadyAt: number;
}

/** Prints URLs, start times and sign-ins. */
export function printStartTable({ siteUrl, services, startedAt, cloudReadyAt }: StartReport): void {
  const rows = [
    ["Site", siteUrl],
    ...services.map(({ name, url }) => [name, addressFor(name, url)]),
  ];
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const accounts = LOCAL_ACCOUNTS.map(({ email }) => email).join(", ");
  const lines = [
    "",
    ...rows.map(([name = "", url = ""]) => `  ${name.padEnd(16)} ${url}`),
    "",
    `  Sign in as       ${accounts}`,
    `  Password         ${LOCAL_PASSWORD}`,
    "",
    `  Up in ${seconds(performance.now() - startedAt)}, the local cloud in ${seconds(cloudReadyAt - startedAt)}. Ctrl-C stops everything.`,
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function addressFor(name: string, url: string): string {
  return name === "Mailbox" ? `${url}/inbox` : url;
}
