/**
 * Notification policy endpoints. Accept what Cloudflare's client (cloudflare 7.3.0, generated from the API description)
 * types; reject anything else.
 */
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { type Account, type Api, ApiError, ROOT, resultResponse } from "./account.ts";

/** The published types that this product could use. */
const ALERT_TYPES = [
  "abuse_report_alert",
  "billing_usage_alert",
  "custom_ssl_certificate_event_type",
  "dedicated_ssl_certificate_event_type",
  "dos_attack_l4",
  "dos_attack_l7",
  "expiring_service_token_alert",
  "http_alert_edge_error",
  "http_alert_origin_error",
  "incident_alert",
  "maintenance_event_notification",
  "security_insights_alert",
  "traffic_anomalies_alert",
  "universal_ssl_event_type",
  "web_analytics_metrics_update",
] as const;

const texts = v.optional(v.array(v.string()));
const ids = v.optional(v.array(v.strictObject({ id: v.string() })));
const impact = v.picklist(
  ["NONE", "MINOR", "MAJOR", "CRITICAL"].map((x) => `INCIDENT_IMPACT_${x}`),
);

const policySchema = v.strictObject({
  name: v.pipe(v.string(), v.nonEmpty()),
  description: v.optional(v.string()),
  enabled: v.boolean(),
  alert_type: v.picklist(ALERT_TYPES),
  alert_interval: v.optional(v.string()),
  mechanisms: v.strictObject({ email: ids, pagerduty: ids, webhooks: ids }),
  filters: v.optional(
    v.strictObject({
      affected_components: texts,
      incident_impact: v.optional(v.array(impact)),
      limit: texts,
      product: texts,
      zones: texts,
    }),
  ),
});

export function addAlertingRoutes(app: Api, account: Account): void {
  const policies = `${ROOT}/alerting/v3/policies` as const;
  const read = (body: unknown) => {
    const parsed = v.safeParse(policySchema, body);
    if (parsed.success) return parsed.output;
    throw new ApiError(400, 17102, `invalid policy: ${parsed.issues[0].message}`);
  };
  app.get(policies, (context) => {
    const list = [...account.policies].map(([id, policy]) => ({ id, ...policy }));
    return resultResponse(context, list);
  });
  app.post(policies, async (context) => {
    const id = randomUUID();
    account.policies.set(id, read(await context.req.json()));
    return resultResponse(context, { id });
  });
  app.put(`${policies}/:id`, async (context) => {
    const id = context.req.param("id");
    if (!account.policies.has(id)) throw new ApiError(404, 17105, `No policy ${id}`);
    account.policies.set(id, read(await context.req.json()));
    return resultResponse(context, { id });
  });
}
