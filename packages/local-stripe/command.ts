#!/usr/bin/env node
/** The `local-stripe` command: runs until Ctrl-C; on an error prints one line and exits with status 1. */
import { parseArguments, USAGE } from "./arguments.ts";
import { startStripe } from "./index.ts";

try {
  const options = parseArguments(process.argv.slice(2));
  if (options) {
    const service = await startStripe(options);
    const webhooks = options.webhookEndpoints.map(({ url, secrets }) => `${url} (${secrets[0]})`);
    process.stdout.write(
      [
        `Stripe    ${service.url}`,
        `API key   ${options.secretKey}`,
        `Webhooks  ${webhooks.join(", ") || "none"}`,
        "Press Ctrl-C to stop.\n",
      ].join("\n"),
    );
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => service.close().then(() => process.exit()));
    }
  } else {
    process.stdout.write(USAGE);
  }
} catch (error) {
  process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
