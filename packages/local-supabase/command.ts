#!/usr/bin/env node
/** `local-supabase`: runs until Ctrl-C. What cannot be done is one line, and exit status 1. */
import path from "node:path";
import type { Service } from "local-kit";
import { type Arguments, readArguments, USAGE } from "./arguments.ts";
import { type Person, startMailbox, startOAuthProviders, startSupabase } from "./index.ts";

try {
  const args = readArguments(process.argv.slice(2));
  if (args) await run(args);
  else process.stdout.write(USAGE);
} catch (error) {
  process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function run({ ports, people, ...given }: Arguments): Promise<void> {
  const apiUrl = `http://127.0.0.1:${ports.api}`;
  const mailbox = await startMailbox({
    port: ports.mailbox,
    dataDir: path.join(given.dataDir, "mailbox"),
  });
  const providers =
    people.length > 0 &&
    (await startOAuthProviders({
      googlePort: ports.google,
      githubPort: ports.github,
      callbackUrl: `${apiUrl}/auth/v1/callback`,
      siteName: new URL(given.siteUrl).host,
      people: { google: people, github: people.map(asGitHub) },
    }));
  const supabase = await startSupabase({
    ...given,
    port: ports.api,
    sendEmail: (mail) => mailbox.deliver(mail),
    ...(providers && {
      oauth: { googleUrl: providers.google.url, githubUrl: providers.github.url },
    }),
  });
  const services: Service[] = [mailbox, ...(providers ? [providers.google, providers.github] : [])];
  const lines = [supabase, ...services].map(({ name, url }) => `${name.padEnd(10)} ${url}`);
  process.stdout.write(`${lines.join("\n")}\nCtrl-C stops it.\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, async () => {
      await supabase.close();
      await Promise.all(services.map((service) => service.close()));
      process.exit();
    });
  }
}

/** At GitHub an account is a login. */
function asGitHub(person: Person): Person {
  return { ...person, account: person.email.replace(/@.*/, "") };
}
