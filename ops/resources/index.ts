/** Everything an environment needs, in the order in which setup writes it. */
import type { Resource } from "../lib/checks.ts";
import { closedPage, emailService, secrets } from "./cloudflare.ts";
import { hyperdrive } from "./hyperdrive.ts";
import { billingPortal } from "./stripe-portal.ts";
import { stripePrices } from "./stripe-prices.ts";
import { webhookEndpoint } from "./stripe-webhook.ts";
import { database, encryption, publishableKey } from "./supabase.ts";
import {
  authDashboard,
  authProPlan,
  authSettings,
  emailTemplates,
  oauthProviders,
  smtp,
} from "./supabase-auth.ts";
import { variables } from "./wrangler-toml.ts";

export const RESOURCES: readonly Resource[] = [
  publishableKey,
  database,
  // After the database: the hook calls a function of the first migration.
  authSettings,
  smtp,
  // After SMTP, without which the Free plan accepts none.
  emailTemplates,
  authDashboard,
  authProPlan,
  oauthProviders,
  // After the database: its role gets a password.
  hyperdrive,
  stripePrices,
  // After the prices, which it lists.
  billingPortal,
  secrets,
  // After the secrets, the first of which creates the site's Worker: this one is in front of it.
  closedPage,
  emailService,
  webhookEndpoint,
  // After everything that uses the database, which it restarts.
  encryption,
  // After the others, which fill in ids.
  variables,
];
