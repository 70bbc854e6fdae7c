/** For tests: the part of Stripe's API that an empty account is set up through. Keeps what it is sent. */
import { Hono } from "hono";
import { type HttpServer, listen } from "local-kit";

type Fields = Readonly<Record<string, unknown>>;

export interface EmptyAccount extends HttpServer {
  /** Everything that was created or changed, as "METHOD path key". */
  readonly writes: string[];
}

/** `hasPortal` is false for an account in whose Dashboard nobody has saved the portal's settings. */
export async function startEmptyAccount({ hasPortal = true } = {}): Promise<EmptyAccount> {
  const writes: string[] = [];
  const products = new Map<string, Fields>();
  const prices: Fields[] = [];
  let portal: Fields = {
    id: "bpc_default",
    is_default: true,
    metadata: {},
    features: portalFeatures(new URLSearchParams()),
  };
  const list = (data: readonly Fields[]) => ({ object: "list", data, has_more: false });
  const app = new Hono();
  app.get("/v1/prices", (context) => context.json(list(prices)));
  app.get("/v1/products/:id", (context) => {
    const product = products.get(context.req.param("id"));
    const missing = { error: { type: "invalid_request_error", message: "No such product" } };
    return product ? context.json(product) : context.json(missing, 404);
  });
  app.post("/v1/products", async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const product = { id: form.get("id"), name: form.get("name") };
    products.set(String(product.id), product);
    writes.push(`product ${product.id}`);
    return context.json(product);
  });
  app.post("/v1/prices", async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const price = {
      id: `price_${prices.length + 1}`,
      product: form.get("product"),
      currency: form.get("currency"),
      unit_amount: Number(form.get("unit_amount")),
      lookup_key: form.get("lookup_key"),
      recurring: { interval: form.get("recurring[interval]"), interval_count: 1 },
    };
    prices.push(price);
    writes.push(`price ${price.lookup_key} ${price.unit_amount}`);
    return context.json(price);
  });
  app.get("/v1/billing_portal/configurations", (context) =>
    context.json(list(hasPortal ? [portal] : [])),
  );
  app.post("/v1/billing_portal/configurations/:id", async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const metadata = { settings: form.get("metadata[settings]") };
    portal = { ...portal, metadata, features: portalFeatures(form) };
    const product = "features[subscription_update][products][0]";
    const sold = `${form.get(`${product}[product]`)} ${form.get(`${product}[prices][0]`)}`;
    writes.push(`portal ${context.req.param("id")} ${sold}`);
    return context.json(portal);
  });
  const endpoints: Fields[] = [];
  app.get("/v1/webhook_endpoints", (context) => context.json(list(endpoints)));
  app.post("/v1/webhook_endpoints", async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const events = [...form].filter(([name]) => name.startsWith("enabled_events"));
    const endpoint = {
      id: `we_${endpoints.length + 1}`,
      url: form.get("url"),
      status: "enabled",
      api_version: form.get("api_version"),
      enabled_events: events.map(([, event]) => event),
    };
    endpoints.push(endpoint);
    writes.push(`webhook endpoint ${endpoint.url}`);
    return context.json({ ...endpoint, secret: "whsec_new" });
  });
  const server = await listen(app.fetch, 0);
  return { ...server, writes };
}

/** The features that a portal's configuration shows, from the fields that set them. */
function portalFeatures(form: URLSearchParams): Fields {
  const update = "features[subscription_update]";
  const condition = form.get(`${update}[schedule_at_period_end][conditions][0][type]`);
  return {
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: "at_period_end" },
    subscription_update: {
      enabled: true,
      proration_behavior: form.get(`${update}[proration_behavior]`) ?? "none",
      schedule_at_period_end: { conditions: condition === null ? [] : [{ type: condition }] },
      trial_update_behavior: form.get(`${update}[trial_update_behavior]`) ?? "end_trial",
    },
  };
}
