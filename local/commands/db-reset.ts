/** `npm run db:reset`: deletes all local data; the next start creates it again. */
import { rmSync } from "node:fs";
import { runCommand } from "../../tools/shared/cli.ts";
import { readLocalDir } from "../../tools/shared/settings.ts";
import { stopLeftovers } from "../processes/registry.ts";

await runCommand(async () => {
  const localDir = readLocalDir();
  await stopLeftovers(localDir);
  rmSync(localDir, { recursive: true, force: true });
  process.stdout.write("✓ Local data removed; the next `npm run dev` creates it again\n");
});
