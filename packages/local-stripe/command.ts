#!/usr/bin/env node
/** `local-stripe`: runs until Ctrl-C. What cannot be done is one line, and exit status 1. */
import { readArguments, USAGE } from "./arguments.ts";
import { startStripe } from "./index.ts";

try {
  const options = readArguments(process.argv.slice(2));
  if (options) {
    const service = await startStripe(options);
    const webhooks = options.webhookEndpoints.map(({ url, secrets }) => `${url} (${secrets[0]})`);
    process.stdout.write(
      [
        `Stripe    ${service.url}`,
        `API key   ${options.secretKey}`,
        `Webhooks  ${webhooks.join(", ") || "none"}`,
        "Ctrl-C stops it.\n",
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
