/**
 * npm run vitals -- --env staging|production [--days N] [--by country|page|page,country]
 *
 * Web vitals of real visitors: 75th percentiles per day (UTC, by default today and yesterday) and country. Exits with 1
 * when a row with enough page loads has a slow LCP.
 */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { readTarget } from "./lib/target.ts";
import { reportVitals } from "./logs/report-vitals.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      env: { type: "string" },
      days: { type: "string", default: "2" },
      by: { type: "string", default: "country" },
    },
  });
  await reportVitals(readTarget(values.env), values);
});
