import path from "node:path";
import { Hono } from "hono";
import type { Service } from "local-kit";
import { findFreePort, listen } from "local-kit";
import {
  type AuthConfig,
  createGateway,
  createRestApi,
  loadSigningKey,
  NOTIFICATION_NAMES,
  readAuthConfig,
  readNotification,
  readTemplate,
  TEMPLATE_NAMES,
} from "local-supabase/internals";
import { applyMigrations } from "../../drizzle/migrate.ts";
import type { StartBackend } from "../../local/cloud.ts";
import { grantWorkerLogin } from "../../local/seeds/accounts.ts";
import { startGoogleByName } from "./google.ts";
import { migrate, readBinary, serve } from "./gotrue.ts";
import { startHostedPostgres } from "./hosted-postgres.ts";
import { passTo } from "./pass-to.ts";
import { createProxy } from "./proxy.ts";
import { gotrueEnvironment, KEYS } from "./settings.ts";
import { startMailServer } from "./smtp.ts";

export interface BackendOptions {
  /** The folder with the `supabase/config.toml` to use. Default: the product's. */
  readonly projectDir?: string;
  /** Environment variables that override Supabase Auth's settings. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Whether Supabase Auth counts requests by address. Default: no. */
  readonly countsCallers?: boolean;
}

/**
 * Replaces the local services with the real Supabase Auth (GOTRUE_BINARY) on a database like a hosted
 * project's.
 */
export function realBackend({
  projectDir = ".",
  overrides,
  countsCallers = false,
}: BackendOptions = {}): StartBackend {
  return async ({ ports, localDir, siteUrl, processes }, services, { mailbox, oauth }) => {
    const binary = readBinary();
    const config = readAuthConfig(projectDir);
    const postgres = await startHostedPostgres({
      dataDir: path.join(localDir, "postgres"),
      port: ports.postgres,
      processes,
    });
    services.push(postgres);
    const [key, mails, templates, github, google] = await Promise.all([
      loadSigningKey(path.join(localDir, "supabase")),
      startMailServer((message) => mailbox.deliver(message)),
      serveTemplates(config),
      serveGitHubEnterprise(oauth.github.url),
      startGoogleByName(oauth.google.url, path.join(localDir, "google.pem")),
    ]);
    const parts = [mails, templates, github, google];
    const publicUrl = `http://127.0.0.1:${ports.supabase}`;
    const env = {
      ...gotrueEnvironment({
        port: await findFreePort(),
        publicUrl,
        siteUrl,
        databaseUrl: postgres.authUrl,
        smtpPort: mails.port,
        templatesUrl: templates.url,
        githubUrl: github.url,
        key,
        config,
      }),
      ...google.env,
      ...overrides,
    };
    await migrate(binary, env);
    await applyMigrations(postgres.ownerUrl);
    await grantWorkerLogin(postgres.ownerUrl);
    const gotrue = await serve(binary, env, processes);
    const rest = await createRestApi({ databaseUrl: postgres.ownerUrl, key });
    const auth = createProxy({ gotrueUrl: gotrue.url, key, countsCallers });
    const gateway = createGateway({ ...KEYS, auth, rest });
    const server = await listen((request) => gateway.fetch(request), ports.supabase);
    services.push({
      ...gotrue,
      async close() {
        await server.close();
        await Promise.all([gotrue.close(), rest.close(), ...parts.map((part) => part.close())]);
      },
    });
    return { superuserUrl: postgres.ownerUrl };
  };
}

/** Serves email templates by name to Supabase Auth. */
async function serveTemplates(config: AuthConfig): Promise<Omit<Service, "name">> {
  const app = new Hono();
  for (const name of TEMPLATE_NAMES) {
    app.get(`/${name}`, async (c) => c.html((await readTemplate(config, name)).html));
  }
  for (const name of NOTIFICATION_NAMES) {
    app.get(`/${name}`, async (c) => c.html((await readNotification(config, name))?.html ?? ""));
  }
  return listen((request) => app.fetch(request), 0);
}

/** The local GitHub with the paths of GitHub Enterprise, whose URL is configurable in GoTrue. */
async function serveGitHubEnterprise(githubUrl: string): Promise<Omit<Service, "name">> {
  const app = new Hono();
  app.all("*", (c) => {
    const { pathname, search } = new URL(c.req.url);
    return passTo(githubUrl + pathname.replace("/api/v3", "") + search, c.req.raw);
  });
  return listen((request) => app.fetch(request), 0);
}
