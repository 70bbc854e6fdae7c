/** The built product with fault proxies between its parts, and signed-in sessions. */
import http from "node:http";
import net from "node:net";
import { decodeJwt } from "jose";
import postgres from "postgres";
import * as v from "valibot";
import { sessionCookie, signIn, type Tokens } from "../support/auth-server.ts";
import { expireTokens } from "../support/browser/accounts.ts";
import { startFaultProxy } from "../support/database/fault-proxy.ts";
import { startProduct } from "../support/product.ts";
import type { Fault, Person, Stage } from "./case.ts";

/** One way: five seconds per round trip. */
const SLOW_MS = 2_500;

export async function startStage(): Promise<Stage> {
  const database = await startFaultProxy();
  const stripe = await startFaultProxy();
  const sheet = await startFaultProxy();
  const proxies = [database, stripe, sheet];
  const product = await startProduct((variables) => ({
    ...variables,
    DATABASE_URL: database.proxyUrl(variables.DATABASE_URL ?? ""),
    STRIPE_API_URL: stripe.proxyUrl(variables.STRIPE_API_URL ?? "").replace(/\/$/, ""),
    SHEET_API_URL: sheet.proxyUrl(variables.SHEET_API_URL ?? ""),
  }));
  const sql = postgres(product.cloud.superuserUrl, { max: 1, onnotice: () => {} });
  const supabaseUrl = `http://127.0.0.1:${product.ports.supabase}`;
  const sessions: Readonly<Record<Person, Tokens | undefined>> = {
    guest: undefined,
    returning: await expireTokens(await signIn(supabaseUrl, "starter@example.com"), product),
    free: await signIn(supabaseUrl, "free@example.com"),
    pro: await signIn(supabaseUrl, "pro@example.com"),
  };
  let replacement: net.Server | undefined;

  /** Permanently replaces Supabase Auth with `server`, at its port. */
  const replaceAuth = async (server?: net.Server) => {
    await product.cloud.services.find(({ name }) => name === "Supabase")?.close();
    replacement?.close();
    replacement = server;
    if (!server) return;
    await new Promise<void>((resolve) => {
      server.listen(product.ports.supabase, "127.0.0.1", resolve);
    });
  };
  /** Supabase Auth responds to every call with this. */
  const respondForAuth = (status: number, type: string, body: string) =>
    replaceAuth(
      http.createServer((_, response) => {
        response.writeHead(status, { "Content-Type": type, Connection: "close" }).end(body);
      }),
    );
  const rejectForAuth = (status: number, code: string) =>
    respondForAuth(
      status,
      "application/json",
      JSON.stringify({ code: status, error_code: code, msg: code }),
    );

  return {
    async applyFault(fault) {
      for (const proxy of proxies) {
        proxy.setDown(false);
        proxy.delayMs = 0;
        proxy.dropsQueries = false;
      }
      const apply: Readonly<Record<Fault, () => unknown>> = {
        "nothing broken": () => {},
        "database down": () => database.setDown(true),
        "database slow (5 s)": () => {
          database.delayMs = SLOW_MS;
        },
        "connections drop": () => {
          database.dropsQueries = true;
        },
        "Stripe down": () => stripe.setDown(true),
        "Stripe slow (5 s)": () => {
          stripe.delayMs = SLOW_MS;
        },
        "spreadsheet down": () => sheet.setDown(true),
        "database and sheet down": () => {
          database.setDown(true);
          sheet.setDown(true);
        },
        "Supabase Auth: 429": () => rejectForAuth(429, "over_request_rate_limit"),
        "Supabase Auth: 409": () => rejectForAuth(409, "conflict"),
        "Supabase Auth: a page": () => respondForAuth(403, "text/html", "<h1>Forbidden</h1>"),
        "Supabase Auth silent": () =>
          replaceAuth(net.createServer((socket) => void socket.on("error", () => {}))),
        "Supabase Auth down": () => replaceAuth(),
      };
      await apply[fault]();
    },
    async send({ as, method, path, form, json }) {
      const headers: Record<string, string> = {
        "CF-Connecting-IP": `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
      };
      const session = sessions[as];
      if (session) headers.Cookie = sessionCookie(session);
      if (method === "POST") headers.Origin = product.siteUrl;
      if (json) headers["Content-Type"] = "application/json";
      const { sub: account = "" } = session ? decodeJwt(session.access_token) : {};
      const fields = form && new URLSearchParams({ account, ...form });
      const body = json ? JSON.stringify(json(product.siteUrl)) : fields;
      const response = await fetch(product.siteUrl + path, {
        method,
        headers,
        redirect: "manual",
        ...(body ? { body } : {}),
      });
      // Not what the scripts of the page know.
      const html = (await response.text()).replaceAll(/<script.*?<\/script>/gs, "");
      const text = html.replaceAll("&#x27;", "'").replaceAll("&quot;", '"');
      const location = response.headers.get("Location") ?? "";
      return {
        status: response.status,
        text: `${location}\n${text}`,
        retryAfter: response.headers.get("Retry-After"),
      };
    },
    query: (statement) => sql.unsafe(statement),
    async sheetRows(text) {
      const response = await fetch(`http://127.0.0.1:${product.ports.sheet}/_local/rows`);
      const rows = v.parse(v.object({ rows: v.array(v.unknown()) }), await response.json()).rows;
      return rows.filter((row) => JSON.stringify(row).includes(text)).length;
    },
    async close() {
      await sql.end({ timeout: 2 });
      replacement?.close();
      await product.close();
      for (const proxy of proxies) await proxy.close();
    },
  };
}
