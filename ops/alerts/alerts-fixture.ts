/** For tests: alerts as a file with few of them has them. */
import type { Alerts } from "./alerts-file.ts";

export const ALERTS: Alerts = {
  email: "operator@example.com",
  cloudflare: [
    {
      name: "incident",
      because: "it is not our doing",
      alert_type: "incident_alert",
      filters: { incident_impact: ["INCIDENT_IMPACT_MAJOR", "INCIDENT_IMPACT_CRITICAL"] },
    },
    {
      name: "requests",
      because: "they cost",
      alert_type: "billing_usage_alert",
      filters: { product: ["worker_requests"], limit: ["1000"] },
    },
  ],
  by_hand: [
    {
      where: "an outside monitor",
      on: "/readyz",
      when: "2 failures in a row",
      because: "nobody is served",
    },
  ],
};
