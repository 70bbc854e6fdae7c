/** Packs each package, installs it in an empty project, and runs it by its command. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { listen } from "local-kit";
import postgres from "postgres";
import Stripe from "stripe";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreeOffset } from "../tests/support/isolation.ts";
import { superuserDatabaseUrl } from "../tests/support/running-cloud.ts";
import { portsAt } from "../tools/settings.ts";
import { buildPackage } from "./build-package.ts";
import {
  adminCalls,
  CALLS_SCHEMA,
  type Call,
  createGuest,
  guestCalls,
  restCalls,
  runCalls,
  serverCalls,
  userCalls,
} from "./supabase-calls.ts";

const PACKAGES = ["local-kit", "local-stripe", "local-supabase"];
const ROOT = path.join(import.meta.dirname, "..");
const INSTALL_TIMEOUT_MS = 300_000;
const START_TIMEOUT_MS = 120_000;
const run = promisify(execFile);
const Dependencies = v.object({ dependencies: v.record(v.string(), v.string()) });
const Mails = v.array(v.object({ html: v.string() }));

let project: string;
const commands: ChildProcess[] = [];

/** Packs `packages/{name}` and returns the tarball's path. */
async function pack(name: string): Promise<string> {
  const folder = path.join(project, `${name}-build`);
  buildPackage(path.join(import.meta.dirname, name), folder);
  await run("npm", ["pack", folder], { cwd: project });
  const file = (await readdir(project)).find((each) => each.startsWith(`${name}-`));
  if (!file) throw new Error(`${name} was not packed`);
  return path.join(project, file);
}

/** The packages' registry dependencies, linked to this project's node_modules so that the test runs offline. */
async function linkedDependencies(): Promise<Record<string, string>> {
  const manifests = await Promise.all(
    PACKAGES.map(async (name) => {
      const file = path.join(import.meta.dirname, name, "package.json");
      return v.parse(Dependencies, JSON.parse(await readFile(file, "utf8"))).dependencies;
    }),
  );
  const names = manifests.flatMap(Object.keys).filter((name) => !name.startsWith("local-"));
  return Object.fromEntries(
    names.map((name) => [name, `file:${path.join(ROOT, "node_modules", name)}`]),
  );
}

beforeAll(async () => {
  project = await mkdtemp(path.join(os.tmpdir(), "empty-project-"));
  const dependencies = await linkedDependencies();
  for (const name of PACKAGES) dependencies[name] = `file:${await pack(name)}`;
  const manifest = JSON.stringify({ private: true, dependencies });
  await writeFile(path.join(project, "package.json"), manifest);
  // --ignore-scripts: install scripts of linked packages would rebuild them.
  await run("npm", ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: project,
  });
}, INSTALL_TIMEOUT_MS);

afterAll(async () => {
  for (const command of commands) if (command.kill()) await once(command, "exit");
  await rm(project, { recursive: true, force: true });
});

/** Runs the command from a package's README with `changes` to its arguments; returns the first URL it prints. */
async function startByReadme(name: string, changes: Record<string, string>): Promise<string> {
  const readme = await readFile(path.join(project, "node_modules", name, "README.md"), "utf8");
  const args = new RegExp(`^npx ${name} (.*)$`, "m").exec(readme)?.[1]?.split(" ");
  if (!args) throw new Error(`The README of ${name} has no npx command`);
  for (const [argument, value] of Object.entries(changes)) {
    const at = args.indexOf(argument);
    if (at === -1) args.push(argument, value);
    else args[at + 1] = value;
  }
  const command = spawn(path.join(project, "node_modules", ".bin", name), args, {
    cwd: project,
    stdio: ["ignore", "pipe", "inherit"],
  });
  commands.push(command);
  for await (const chunk of command.stdout) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk))?.[0];
    if (url) return url;
  }
  throw new Error(`${name} exited without printing a URL`);
}

test(
  "local-stripe serves the SDK and sends signed webhooks from an empty project",
  async () => {
    const events: Stripe.Event[] = [];
    const receiver = await listen(async (request) => {
      const signature = request.headers.get("stripe-signature") ?? "";
      events.push(Stripe.webhooks.constructEvent(await request.text(), signature, "whsec_local"));
      return new Response("ok");
    }, 0);
    const url = await startByReadme("local-stripe", {
      "--port": "0",
      "--webhook": `${receiver.url}/webhook`,
    });
    const stripe = new Stripe("sk_test_local", {
      host: "127.0.0.1",
      port: new URL(url).port,
      protocol: "http",
      telemetry: false,
    });

    const product = await stripe.products.create({ name: "Tool" });
    const price = await stripe.prices.create({
      product: product.id,
      currency: "usd",
      unit_amount: 1_200,
      recurring: { interval: "month" },
    });
    const customer = await stripe.customers.create({ email: "ann@example.com" });
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      trial_period_days: 14,
    });
    const session = await stripe.checkout.sessions.create(
      {
        mode: "subscription",
        customer: customer.id,
        line_items: [{ price: price.id, quantity: 1 }],
        success_url: "http://localhost:3000/welcome",
      },
      { apiVersion: "2025-04-30.basil" },
    );
    const lines = await stripe.checkout.sessions.listLineItems(session.id);
    const paid = await fetch(session.url ?? "", {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({
        cardNumber: "4242 4242 4242 4242",
        expiry: "12 / 40",
        cvc: "123",
        name: "Ann Example",
      }),
    });
    await fetch(`${url}/_local/settle`, { method: "POST" });
    await receiver.close();

    expect(subscription.status).toBe("trialing");
    expect(lines.data).toMatchObject([{ object: "item", amount_total: 1_200 }]);
    expect(paid.headers.get("location")).toBe("http://localhost:3000/welcome");
    const types = events.map(({ type }) => type);
    expect(types).toContain("customer.subscription.created");
    expect(types).toContain("checkout.session.completed");
    expect(types).toContain("invoice.paid");
  },
  START_TIMEOUT_MS,
);

test(
  "local-supabase serves supabase-js and ssr on an external database from an empty project",
  async () => {
    const databaseUrl = new URL(superuserDatabaseUrl);
    const server = postgres(databaseUrl.href, { max: 1, onnotice: () => {} });
    const name = `packed_${crypto.randomUUID().replaceAll("-", "")}`;
    await server`create database ${server(name)}`;
    await server.end();
    databaseUrl.pathname = name;
    const { supabase: port, mailbox } = portsAt(await findFreeOffset());
    const url = await startByReadme("local-supabase", {
      "--database": databaseUrl.href,
      "--port": String(port),
    });
    const client = createGuest(url);
    const admin = createGuest(url, "sb_secret_local");
    const account = { email: "ann@example.com", password: "correct-horse-1" };

    const { data, error } = await client.auth.signUp(account);
    const early = await client.auth.signInWithPassword(account);
    const mails = await fetch(`http://127.0.0.1:${mailbox}/emails`);
    const [mail] = v.parse(Mails, await mails.json());
    const link = /href="([^"]+)"/.exec(mail?.html ?? "")?.[1]?.replaceAll("&amp;", "&") ?? "";
    await fetch(link, { redirect: "manual" });
    const { data: signedIn } = await client.auth.signInWithPassword(account);

    expect(error).toBeNull();
    expect(early.error?.code).toBe("email_not_confirmed");
    expect(signedIn.user?.id).toBe(data.user?.id);

    const cookies = new Map<string, string>();
    const sql = postgres(databaseUrl.href, { max: 1, onnotice: () => {} });
    expect((await admin.from("authors").select()).error?.code).toBe("PGRST205");
    await sql.unsafe(CALLS_SCHEMA).finally(() => sql.end());
    await expect.poll(async () => (await admin.from("authors").select()).data).toEqual([]);
    await expectOutcomes(guestCalls(url));
    await expectOutcomes(serverCalls(url, cookies, account.email));
    await expectOutcomes(userCalls(client));
    await expectOutcomes(restCalls(admin));
    await expectOutcomes(adminCalls(admin, data.user?.id ?? ""));
    const { data: rows } = await admin.from("books").select("title, price, authors(name, born_at)");
    expect(rows).toEqual([
      {
        title: "Two",
        price: 9.9,
        authors: { name: "Ann", born_at: "2026-01-02T03:04:05.678+00:00" },
      },
    ]);
    expect([...cookies.keys()]).toContainEqual(expect.stringMatching(/^sb-.+-auth-token/));
  },
  START_TIMEOUT_MS,
);

async function expectOutcomes(calls: readonly Call[]): Promise<void> {
  expect(await runCalls(calls)).toEqual(
    Object.fromEntries(calls.map(([name, code]) => [name, code])),
  );
}
