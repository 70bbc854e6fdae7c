/** `npm run db:reset`: throws all local data away; the next start makes it anew. */
import { rmSync } from "node:fs";
import { runCommand } from "../../tools/cli.ts";
import { readLocalDir } from "../../tools/settings.ts";
import { stopLeftovers } from "../processes/registry.ts";

await runCommand(async () => {
  const localDir = readLocalDir();
  await stopLeftovers(localDir);
  rmSync(localDir, { recursive: true, force: true });
  process.stdout.write("✓ Local data removed; the next `npm run dev` starts afresh\n");
});
