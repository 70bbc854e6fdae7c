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
  // The settings need the database: a hook calls a function of the first migration.
  authSettings,
  smtp,
  // Templates need SMTP, without which the Free plan accepts none.
  emailTemplates,
  authDashboard,
  authProPlan,
  oauthProviders,
  // Hyperdrive needs the database, whose role gets a password.
  hyperdrive,
  stripePrices,
  // The portal lists the prices.
  billingPortal,
  secrets,
  // The first of the secrets creates the site's Worker, which the closed page's is in front of.
  closedPage,
  emailService,
  webhookEndpoint,
  // Encryption restarts the database, so it comes after everything that uses it.
  encryption,
  // The variables have the ids that the others fill in.
  variables,
];
