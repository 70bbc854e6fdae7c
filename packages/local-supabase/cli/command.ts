#!/usr/bin/env node
/** The `local-supabase` command: runs until Ctrl-C; on an error prints one line and exits with status 1. */
import path from "node:path";
import type { Service } from "local-kit";
import { startMailbox, startOAuthProviders, startSupabase, type TestUser } from "../index.ts";
import { type CommandOptions, parseArguments, USAGE } from "./arguments.ts";

try {
  const args = parseArguments(process.argv.slice(2));
  if (args) await run(args);
  else process.stdout.write(USAGE);
} catch (error) {
  process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function run({ ports, users, ...options }: CommandOptions): Promise<void> {
  const apiUrl = `http://127.0.0.1:${ports.api}`;
  const mailbox = await startMailbox({
    port: ports.mailbox,
    dataDir: path.join(options.dataDir, "mailbox"),
  });
  const providers =
    users.length > 0 &&
    (await startOAuthProviders({
      googlePort: ports.google,
      githubPort: ports.github,
      callbackUrl: `${apiUrl}/auth/v1/callback`,
      siteName: new URL(options.siteUrl).host,
      users: { google: users, github: users.map(asGitHub) },
    }));
  const supabase = await startSupabase({
    ...options,
    port: ports.api,
    sendEmail: (mail) => mailbox.deliver(mail),
    ...(providers && {
      oauth: { googleUrl: providers.google.url, githubUrl: providers.github.url },
    }),
  });
  const services: Service[] = [mailbox, ...(providers ? [providers.google, providers.github] : [])];
  const lines = [supabase, ...services].map(({ name, url }) => `${name.padEnd(10)} ${url}`);
  process.stdout.write(`${lines.join("\n")}\nPress Ctrl-C to stop.\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, async () => {
      await supabase.close();
      await Promise.all(services.map((service) => service.close()));
      process.exit();
    });
  }
}

/** GitHub accounts are identified by a login, not an email address. */
function asGitHub(user: TestUser): TestUser {
  return { ...user, account: user.email.replace(/@.*/, "") };
}
