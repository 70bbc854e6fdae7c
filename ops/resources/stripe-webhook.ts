/** The webhook endpoint of the site, and its signing secret at Cloudflare. */
import Stripe from "stripe";
import type { Resource } from "../lib/checks.ts";
import { ENDPOINT_EVENTS, openStripe } from "../lib/stripe.ts";
import type { Target } from "../lib/target.ts";
import { listSecretNames, putSecret } from "../lib/versions.ts";
import { WEBHOOK_SECRETS } from "./cloudflare.ts";

const WEBHOOK_PATH = "/api/stripe-webhook";
/**
 * Metadata key, set until the secret is stored: Stripe shows the secret only in the response that creates it.
 */
const PENDING = "secret_not_stored";

/**
 * The site's endpoints: of interrupted runs, the one in use, and further enabled ones. Stripe disables
 * failing ones.
 */
async function findEndpoints(stripe: Stripe, siteUrl: string) {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const ours = data.filter(({ url }) => url === siteUrl + WEBHOOK_PATH);
  const pending = ours.filter(({ metadata }) => metadata[PENDING]);
  const used = ours.filter(({ metadata }) => !metadata[PENDING]);
  const enabled = used.filter(({ status }) => status === "enabled");
  return { pending, endpoint: enabled[0] ?? used[0], others: enabled.slice(1) };
}

export const webhookEndpoint: Resource = {
  name: "Stripe webhook endpoint",
  read: async (target) => {
    const { pending, endpoint, others } = await findEndpoints(openStripe(target), target.siteUrl);
    const hasSecret = (await listSecretNames(target)).includes(WEBHOOK_SECRETS);
    if (!endpoint) {
      return { problems: ["there is no endpoint for this site whose secret is stored"] };
    }
    return {
      problems: [
        pending.length > 0 && "an interrupted run left an endpoint behind",
        !hasSecret &&
          `the Worker does not have its secret: \`npx wrangler secret put ${WEBHOOK_SECRETS} --env ${target.environment}\`, or delete ${endpoint.id} at Stripe`,
        // Stripe cannot change an endpoint's API version; it needs a new endpoint.
        endpoint.api_version !== Stripe.API_VERSION &&
          `${endpoint.id} has API version ${endpoint.api_version ?? "of the account"}, not ${Stripe.API_VERSION}: replace it (docs/runbook.md, Rotate a secret)`,
        endpoint.enabled_events.toSorted().join() !== ENDPOINT_EVENTS.toSorted().join() &&
          "its events differ",
        endpoint.status === "disabled" && `${endpoint.id} is disabled`,
        ...others.map(({ id }) => `${id} has the same address as ${endpoint.id}: disable one`),
      ],
      detail: endpoint.id,
    };
  },
  write: ensureWebhookEndpoint,
};

/**
 * Ensures one endpoint with exactly the events that the Worker handles, and stores the secret of a new one. A
 * run that ends in between leaves a pending endpoint, which the next run replaces.
 */
async function ensureWebhookEndpoint(target: Target): Promise<void> {
  const stripe = openStripe(target);
  const { pending, endpoint } = await findEndpoints(stripe, target.siteUrl);
  for (const { id } of pending) await stripe.webhookEndpoints.del(id);
  const enabled_events = [...ENDPOINT_EVENTS];
  if (endpoint) {
    await stripe.webhookEndpoints.update(endpoint.id, { enabled_events, disabled: false });
    return;
  }
  const created = await stripe.webhookEndpoints.create({
    url: target.siteUrl + WEBHOOK_PATH,
    enabled_events,
    api_version: Stripe.API_VERSION,
    description: "Syncs subscriptions",
    metadata: { [PENDING]: "true" },
  });
  await putSecret(target, WEBHOOK_SECRETS, created.secret ?? "");
  await stripe.webhookEndpoints.update(created.id, { metadata: { [PENDING]: "" } });
}
