/**
 * An operator's week, with the real wrangler: first deploy, one that fails at the site, second deploy, and a
 * rollback over a rotated secret. `npm run transcript` writes it down in docs/deploy-transcript.md.
 */
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Checkout, makeCheckout } from "../../tests/support/cloudflare/checkout.ts";
import { SECRETS, startWorld, WORKER, type World } from "../../tests/support/cloudflare/world.ts";
import { resolveWorker } from "../cloud/worker.ts";
import { wrangler } from "../cloud/wrangler.ts";
import { rollback } from "./rollback.ts";

const FILE = process.env.TRANSCRIPT;
const DEPLOY = "npm run deploy -- --env staging --checks-passed";
const TARGET = ["--config", "wrangler.toml", "--env", "staging"];
const INTRODUCTION = `# A week of deploys

Written by \`npm run transcript\`: the real wrangler and a real Postgres, against a strict stand-in for Cloudflare's API and
for the site behind it. Indented under a \`$\` is what wrangler says of each command, shortened to what tells something.
`;
const COMMIT = /^[0-9a-f]{12}$/;

let checkout: Checkout;
let world: World;
const lines: string[] = [];
beforeAll(async () => {
  checkout = makeCheckout();
  world = await startWorld(checkout);
  world.listen((command, output) => {
    if (command.startsWith("git ")) return;
    lines.push(`    $ ${command}`, ...shorten(output.replaceAll(`${checkout.folder}/`, "")));
  });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  checkout.remove();
});

/** Lines in which wrangler says what it did, or what it did not. */
const TELLING =
  /^(✨ Success|✨ Read|Worker Version ID|Worker Startup Time|Total Upload|\* [A-Z_]+$|✘|.*\[code: \d+\]$|Deployed|schedule:)/u;

function shorten(output: string): string[] {
  const telling = output.split("\n").map((line) => line.trim());
  return telling.filter((line) => TELLING.test(line)).map((line) => `      ${line}`);
}

function chapter(title: string, command: string): void {
  if (lines.length > 0) lines.push("```", "");
  lines.push(`## ${title}`, "", "```text", `$ ${command}`);
}

const say = (line: string): void =>
  void lines.push(`  ${line.replaceAll(world.site.url, "https://staging.acme.example")}`);

async function deploy(onLine: (line: string) => void = () => {}): Promise<string | undefined> {
  const { error } = await world.deploy({}, (line) => {
    say(line);
    onLine(line);
  });
  if (error !== undefined) say(`✗ ${error}`);
  return error;
}

async function goBack(version: string, withOldSecrets: boolean): Promise<string | undefined> {
  return rollback(
    {
      ...{ version, withOldSecrets, message: "sign-in is broken" },
      worker: resolveWorker("staging", { name: WORKER }),
      siteUrl: "https://staging.acme.example",
    },
    { run: world.run, smoke: (target) => world.smoke(target, say), print: say },
  ).then(
    () => undefined,
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      say(`✗ ${message}`);
      return message;
    },
  );
}

const head = () => checkout.git("rev-parse", "--short=12", "HEAD").trim();

test("first deploy, failed smoke, second deploy, rollback over a rotated secret", async () => {
  const { account } = world.cloudflare;
  chapter("Secrets", `wrangler secret put …, as setup:cloud does`);
  for (const name of SECRETS) {
    await world.run(wrangler(["secret", "put", name, ...TARGET], { input: `${name}-1` }));
  }
  chapter("First deploy", DEPLOY);
  expect(await deploy()).toBeUndefined();
  const first = account.live(account.worker(WORKER))?.id ?? "";

  checkout.commit("public/second.txt", "Second");
  chapter("Second deploy: the site fails its smoke test", DEPLOY);
  const breakWhenLive = (line: string) => {
    if (line.includes("routes and crons")) world.site.broken.add(head());
  };
  expect(await deploy(breakWhenLive)).toContain('Step "smoke test of the site" failed');
  expect(account.live(account.worker(WORKER))?.id).toBe(first);
  expect(lines.join("\n")).toContain(`All visitors have version ${first} again`);

  world.site.broken.clear();
  chapter("Second deploy, once the site is mended", DEPLOY);
  expect(await deploy()).toBeUndefined();
  expect(account.live(account.worker(WORKER))?.id).not.toBe(first);

  chapter("A key is rotated", "wrangler secret put STRIPE_SECRET_KEY --env staging");
  await world.run(wrangler(["secret", "put", "STRIPE_SECRET_KEY", ...TARGET], { input: "new" }));
  chapter(
    "Back over the rotation: refused",
    `npm run rollback -- --env staging --version ${first}`,
  );
  expect(await goBack(first, false)).toContain("older values of STRIPE_SECRET_KEY");

  chapter(
    "… and told to",
    `npm run rollback -- --env staging --version ${first} --with-old-secrets`,
  );
  expect(await goBack(first, true)).toBeUndefined();
  expect(account.live(account.worker(WORKER))?.secrets.get("STRIPE_SECRET_KEY")).not.toBe("new");
  chapter("`secret put` then", "wrangler secret put STRIPE_SECRET_KEY --env staging");
  await world.run(wrangler(["secret", "put", "STRIPE_SECRET_KEY", ...TARGET], { input: "newer" }));
  expect(lines.join("\n")).toContain("Secret edit failed");

  expect({ unknown: world.cloudflare.unknown, warnings: world.warnings }).toEqual({
    unknown: [],
    warnings: [],
  });
  expect(head()).toMatch(COMMIT);
  if (FILE) writeFileSync(FILE, `${INTRODUCTION}\n${lines.join("\n")}\n\`\`\`\n`);
}, 400_000);
