import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startCloudflare } from "../../tests/support/cloudflare/api.ts";
import { readTarget } from "../lib/target.ts";
import { notifications, readAlerts } from "./alerts.ts";

test("manual alerts name existing log events and figures of /readyz", () => {
  const figures = readFileSync("app/routes/system/backlog.server.ts", "utf8");
  const watched = readAlerts(".").manual.flatMap(({ on }) => /bearer: (\w+)$/.exec(on)?.[1] ?? []);
  expect(watched).toEqual(expect.arrayContaining(["eventCursorS", "retriesStuck"]));
  for (const figure of watched) expect(figures).toContain(`readonly ${figure}:`);

  const listed = readFileSync("docs/events.md", "utf8");
  const named = readAlerts(".").manual.flatMap(({ on }) =>
    Array.from(on.matchAll(/`([a-z_.]+)`/g), ([, event = ""]) => event),
  );
  expect(named.length).toBeGreaterThan(5);
  for (const event of named) expect(listed).toContain(`| \`${event}\` |`);
});

test("without a recipient, nothing is read or written", async () => {
  const cloudflare = await startCloudflare();
  const target = readTarget("staging", { env: cloudflare.env });
  await expect(notifications.read(target)).rejects.toThrow("set the recipient (email)");
  expect(cloudflare.requests).toEqual([]);
  await cloudflare.close();
});
