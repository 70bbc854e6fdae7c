/**
 * Runs the functions of stripe-samples/netlify-stripe-subscriptions: sign-up, portal link, webhook. Netlify and the
 * database are replaced; nothing else.
 */
import { createServer } from "node:http";
import { createRequire, registerHooks } from "node:module";
import path from "node:path";
import { text } from "node:stream/consumers";
import { check, createPrice, STRIPE_URL } from "./checkout.ts";

const WEBHOOK_PORT = 4243;
const user = { netlifyID: "user-1", stripeID: "" };
const clientContext = { user: { sub: "user-1" }, identity: { url: "http://127.0.0.1" } };
let role = "";

/** Replaces `node-fetch`: the database returns the user, Netlify stores the role. */
function answer(_url: string, { body }: { body: string }): Response {
  const { variables, app_metadata } = JSON.parse(body);
  user.stripeID = variables?.stripeID ?? user.stripeID;
  role = app_metadata?.roles[0] ?? role;
  return Response.json({ data: { getUserByNetlifyID: user, getUserByStripeID: user } });
}
Object.assign(globalThis, { answer });
const source = "module.exports = async (...call) => answer(...call);";
registerHooks({
  resolve: (name, context, next) =>
    name === "node-fetch" ? { url: "replaced:", shortCircuit: true } : next(name, context),
  load: (url, context, next) =>
    url === "replaced:" ? { format: "commonjs", source, shortCircuit: true } : next(url, context),
});
process.env.STRIPE_DEFAULT_PRICE_PLAN = await createPrice("Free plan", { unit_amount: "0" });
const price = await createPrice("Pro plan", { unit_amount: "1200" });
const require = createRequire(path.resolve("package.json"));
const stripe = require("stripe")("sk_test_local");
const url = `http://localhost:${WEBHOOK_PORT}`;
const endpoint = await stripe.webhookEndpoints.create({ url, enabled_events: ["*"] });
process.env.STRIPE_WEBHOOK_SECRET = endpoint.secret;
const load = (name: string) => require(`./functions/${name}.js`).handler;

const body = JSON.stringify({ user: { id: user.netlifyID, email: "ann@example.com" } });
await load("identity-signup")({ body });
const { data } = await stripe.subscriptions.list({ customer: user.stripeID, status: "active" });
check(data.length === 1, "a sign-up starts a free plan");

const link = await load("create-manage-link")({}, { clientContext });
check((await fetch(JSON.parse(link.body))).ok, "the user opens the portal");

const server = createServer(async (request, response) => {
  const event = { body: await text(request), headers: request.headers };
  await load("handle-subscription-change")(event, { clientContext });
  response.end();
}).listen(WEBHOOK_PORT);
const items = [{ id: data[0].items.data[0].id, price }];
await stripe.subscriptions.update(data[0].id, { items });
await fetch(`${STRIPE_URL}/_local/settle`, { method: "POST" });
check(role === "pro", "the webhook gives the user the plan's role");
server.close();
