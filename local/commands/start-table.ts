import type { Service } from "local-kit";
import { LOCAL_ACCOUNTS, LOCAL_PASSWORD } from "../../tools/settings.ts";

export interface StartReport {
  readonly siteUrl: string;
  readonly services: readonly Service[];
  /** Milliseconds on the clock of `performance.now()`. */
  readonly startedAt: number;
  readonly cloudReadyAt: number;
}

/** Opened most; the others follow. */
const FIRST = ["Mailbox", "Stripe", "Supabase", "Postgres"];
const NOTES: Readonly<Record<string, string>> = {
  Stripe: "test card 4242 4242 4242 4242",
  Postgres: "user and password postgres",
};

/** Prints URLs, sign-ins and start times, at most 80 columns wide. */
export function printStartTable({ siteUrl, services, startedAt, cloudReadyAt }: StartReport): void {
  const first = FIRST.flatMap((name) => services.filter((service) => service.name === name));
  const others = services.filter(({ name }) => !FIRST.includes(name));
  const emails = LOCAL_ACCOUNTS.map(({ email }) => email);
  const rows = [
    ["Site", siteUrl],
    ["Sign in as", `${emails.slice(0, 2).join(", ")},`],
    ["", emails.slice(2).join(", ")],
    ["Password", LOCAL_PASSWORD],
    [],
    ...[...first, ...others].map(({ name, url }) => [name, addressFor(name, url), NOTES[name]]),
  ];
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const lines = [
    "",
    ...rows.map(([name = "", value = "", note = ""]) =>
      `  ${name.padEnd(16)} ${value.padEnd(29)} ${note}`.trimEnd(),
    ),
    "",
    `  Up in ${seconds(performance.now() - startedAt)}, the local cloud in ${seconds(cloudReadyAt - startedAt)}. Ctrl-C stops everything.`,
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function addressFor(name: string, url: string): string {
  return name === "Mailbox" ? `${url}/inbox` : url;
}
