/** Preloaded into other projects' code: sends its requests for api.stripe.com to the local Stripe at STRIPE_URL. */
import http from "node:http";
import https, { type RequestOptions } from "node:https";
import { syncBuiltinESMExports } from "node:module";

const { hostname, port } = new URL(process.env.STRIPE_URL ?? "");

/** Stripe's SDK passes one options object. */
https.request = (options: string | URL | RequestOptions) => {
  if (typeof options === "string" || options instanceof URL || options.host !== "api.stripe.com") {
    throw new Error("Only requests to Stripe are expected");
  }
  const target = { host: hostname, port, agent: undefined, protocol: "http:" };
  const request = http.request({ ...options, ...target });
  // The SDK sends the body when TLS is connected.
  request.once("socket", (socket) => {
    socket.once("connect", () => socket.emit("secureConnect"));
  });
  return request;
};
syncBuiltinESMExports();
