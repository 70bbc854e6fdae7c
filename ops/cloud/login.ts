import type { EnvironmentVariables } from "../../tools/settings.ts";
import type { RunCommand } from "./command.ts";
import { wrangler } from "./wrangler.ts";

/**
 * What keeps wrangler from signing in to Cloudflare, as one line. A token is not tried here: one that is made
 * for a single Worker may not ask who it belongs to.
 */
export async function findLoginProblem(
  variables: EnvironmentVariables,
  run: RunCommand,
): Promise<string | undefined> {
  const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: account } = variables;
  if (token) {
    return account
      ? undefined
      : "CLOUDFLARE_ACCOUNT_ID is not set; it goes with CLOUDFLARE_API_TOKEN";
  }
  const { status } = await run(wrangler(["whoami", "--json"], { quiet: true }));
  return status === 0
    ? undefined
    : "Not logged in to Cloudflare: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN";
}
