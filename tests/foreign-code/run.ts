/**
 * `DATABASE_URL=… node tests/foreign-code/run.ts [BASE_URL]`: runs code of other projects, unchanged and at pinned
 * versions, against the packed local-stripe in an empty project. Opt-in: it downloads from GitHub (or BASE_URL) and
 * npm, and needs an empty Postgres database and the ports 4242 and 4243.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { buildPackage } from "../../packages/build-package.ts";

const { DATABASE_URL } = process.env;
const [baseUrl = "https://raw.githubusercontent.com"] = process.argv.slice(2);
const REDIRECT = path.join(import.meta.dirname, "redirect.ts");

/** Files of public repositories at a commit, npm packages, and the driver that runs them. */
const PROJECTS = [
  {
    driver: "checkout-sample.ts",
    source:
      "stripe-samples/checkout-single-subscription/1f2bcde78894a726dae40ff7972ad1b34c81a19f/server/node",
    files: ["server.js", "package.json", "package-lock.json"],
    install: ["ci"],
    server: "server.js",
  },
  {
    driver: "netlify-sample.ts",
    source: "stripe-samples/netlify-stripe-subscriptions/bf006a3140821760981876292cbcd488412bee0d",
    files: [
      "package.json",
      "functions/identity-signup.js",
      "functions/handle-subscription-change.js",
      "functions/create-manage-link.js",
      "functions/utils/fauna.js",
    ],
    // The version of its lockfile.
    install: ["install", "--omit=dev", "stripe@8.115.0"],
  },
  {
    driver: "saas-starter.ts",
    source: "nextjs/saas-starter/e0dc5d40ce26c01672557912b533d25e32957ad4",
    files: ["lib/payments/stripe.ts", "lib/db/seed.ts"],
    // The version of its lockfile.
    install: ["install", "stripe@18.1.0"],
  },
  {
    driver: "sync-engine.ts",
    source: "",
    files: [],
    install: ["install", "@supabase/stripe-sync-engine@0.48.5", "stripe@20.2.0"],
  },
];
type Project = (typeof PROJECTS)[number];

if (!DATABASE_URL) {
  process.stderr.write("✗ set DATABASE_URL to the URL of an empty Postgres database\n");
  process.exit(1);
}
const run = promisify(execFile);
const folder = await mkdtemp(path.join(os.tmpdir(), "foreign-code-"));
const children: ChildProcess[] = [];
try {
  const stripeUrl = await startPackedStripe();
  for (const project of PROJECTS) await runProject(project, stripeUrl);
} finally {
  for (const child of children) if (child.kill()) await once(child, "exit");
  await rm(folder, { recursive: true, force: true });
}

/** Installs the packed local-stripe in an empty project and runs its command; returns its URL. */
async function startPackedStripe(): Promise<string> {
  const project = path.join(folder, "stripe");
  await mkdir(project);
  for (const name of ["local-kit", "local-stripe"]) {
    const build = path.join(folder, name);
    buildPackage(path.join(import.meta.dirname, "../../packages", name), build);
    await run("npm", ["pack", build], { cwd: project });
  }
  const tarballs = (await readdir(project)).map((file) => `./${file}`);
  await npm(project, ["install", ...tarballs]);
  const args = ["--port", "0", "--webhook", "http://localhost:4242/webhook"];
  return start(path.join(project, "node_modules/.bin/local-stripe"), args, { cwd: project });
}

async function runProject({ driver, source, files, install, server }: Project, stripeUrl: string) {
  const project = path.join(folder, driver);
  await mkdir(project);
  await writeFile(path.join(project, "package.json"), '{ "type": "module" }');
  for (const file of files) await download(`${source}/${file}`, path.join(project, file));
  await npm(project, install);
  const env = {
    ...process.env,
    STRIPE_URL: stripeUrl,
    STRIPE_SECRET_KEY: "sk_test_local",
    STRIPE_WEBHOOK_SECRET: "whsec_local",
    BASE_URL: "http://localhost:3000",
    URL: "http://localhost:3000",
    DOMAIN: "http://localhost:4242",
    STATIC_DIR: ".",
  };
  // The sample requires an .env file.
  await writeFile(path.join(project, ".env"), "");
  const node = (file: string) => ["--import", REDIRECT, file];
  if (server) await start(process.execPath, node(server), { cwd: project, env });
  process.stdout.write(`${driver}\n`);
  const child = spawn(process.execPath, node(path.join(import.meta.dirname, driver)), {
    cwd: project,
    env,
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  if (code !== 0) process.exitCode = 1;
}

async function download(name: string, file: string): Promise<void> {
  const response = await fetch(`${baseUrl}/${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, await response.text());
}

async function npm(cwd: string, args: readonly string[]): Promise<void> {
  await run("npm", [...args, "--ignore-scripts", "--no-audit", "--no-fund"], { cwd });
}

/** Starts a server; returns the first URL that it prints. */
async function start(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      const url = /http:\/\/[\w.]+:\d+/.exec(String(chunk))?.[0];
      if (url) resolve(url);
    });
    child.once("exit", () => reject(new Error(`${command} exited without printing a URL`)));
  });
}
