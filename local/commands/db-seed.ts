/**
 * `npm run db:seed`: creates the local data (roles, migrations, accounts) without starting the site.
 */
import { runCommand } from "../../tools/shared/cli.ts";
import {
  LOCAL_ACCOUNTS,
  LOCAL_PASSWORD,
  portsAt,
  readLocalDir,
  readPortOffset,
} from "../../tools/shared/settings.ts";
import { localVariables } from "../../tools/shared/site-variables.ts";
import { startCloud } from "../cloud.ts";
import { createChildProcesses } from "../processes/child-processes.ts";

await runCommand(async () => {
  const ports = portsAt(readPortOffset());
  const localDir = readLocalDir();
  const siteUrl = `http://localhost:${ports.dev}`;
  const cloud = await startCloud({
    ports,
    localDir,
    siteUrl,
    variables: localVariables(ports, siteUrl),
    processes: await createChildProcesses(localDir),
  });
  await cloud.close();
  const emails = LOCAL_ACCOUNTS.map(({ email }) => email).join(", ");
  process.stdout.write(`✓ Seeded ${emails} (password ${LOCAL_PASSWORD})\n`);
});
