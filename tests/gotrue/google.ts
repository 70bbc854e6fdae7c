/**
 * The real Supabase Auth calls Google's hosts over TLS. A proxy sends these calls to the local Google, whose
 * responses have the same format.
 */

import { writeFile } from "node:fs/promises";
import { createServer as createProxyServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { generate } from "selfsigned";
import * as v from "valibot";
import { type Listening, listenOn } from "./listening.ts";

const HOSTS = ["accounts.google.com", "oauth2.googleapis.com", "www.googleapis.com"];

interface GoogleByName {
  /** Environment variables that make a Go program use this Google. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts the proxy and the TLS server, and writes `certificateFile` for Supabase Auth to trust. */
export async function startGoogleByName(
  googleUrl: string,
  certificateFile: string,
): Promise<GoogleByName> {
  const { cert, private: key } = await generate([{ name: "commonName", value: HOSTS[0] ?? "" }], {
    extensions: [{ name: "subjectAltName", altNames: HOSTS.map((value) => ({ type: 2, value })) }],
  });
  await writeFile(certificateFile, cert);
  const google = createTlsServer({ cert, key }, getRequestListener(answersFor(googleUrl).fetch));
  const tls = await listenOn(google);
  const proxy = await listenOn(createProxy(tls));
  return {
    env: {
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      NO_PROXY: "",
      SSL_CERT_FILE: certificateFile,
    },
    close: async () => {
      await proxy.close();
      await tls.close();
    },
  };
}

/** Connects every CONNECT request to `target`. */
function createProxy(target: Listening) {
  const proxy = createProxyServer((_request, response) => response.writeHead(405).end());
  proxy.on("connect", (_request, socket: Socket) => {
    const upstream = connect(target.port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      socket.pipe(upstream).pipe(socket);
    });
    socket.on("error", () => upstream.destroy());
    upstream.on("error", () => socket.destroy());
  });
  return proxy;
}

const tokenSchema = v.looseObject({ id_token: v.optional(v.string()) });
const profileSchema = v.looseObject({ sub: v.string(), email_verified: v.boolean() });

function answersFor(googleUrl: string): Hono {
  const app = new Hono();
  app.get("/.well-known/openid-configuration", (c) =>
    c.json({
      issuer: "https://accounts.google.com",
      authorization_endpoint: `${googleUrl}/o/oauth2/v2/auth`,
      token_endpoint: "https://oauth2.googleapis.com/token",
      userinfo_endpoint: "https://www.googleapis.com/userinfo/v2/me",
      jwks_uri: "https://www.googleapis.com/oauth2/v3/certs",
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    }),
  );
  app.post("/token", async (c) => {
    const response = await fetch(`${googleUrl}/oauth2/token`, {
      method: "POST",
      headers: { "content-type": c.req.header("content-type") ?? "" },
      body: await c.req.text(),
    });
    // Without an id_token, GoTrue requests the profile, which the local Google has.
    const { id_token: _, ...tokens } = v.parse(tokenSchema, await response.json());
    return Response.json(tokens, { status: response.status });
  });
  app.get("/userinfo/v2/me", async (c) => {
    const headers = { authorization: c.req.header("authorization") ?? "" };
    const response = await fetch(`${googleUrl}/oauth2/v2/userinfo`, { headers });
    const profile = v.parse(profileSchema, await response.json());
    return c.json({ ...profile, id: profile.sub, verified_email: profile.email_verified });
  });
  return app;
}
