/** What only a person can do, with the page to open. */
import { readProjectRef } from "../lib/supabase.ts";
import type { Target } from "../lib/target.ts";
import { PORTAL_PAGE } from "./stripe-portal.ts";

/** The acts as numbered lines, each with its pages below. */
export function formatManualActs(target: Target): string {
  const project = readProjectRef(target) ?? "_";
  return `1. Accounts: a project and keys, into the shell and wrangler.toml (docs/setup.md)
   https://dash.cloudflare.com/?to=/:account/workers/plans: Workers Paid
   https://dash.cloudflare.com/profile/api-tokens: SMTP_PASSWORD, a token with Email Sending: Edit
   https://supabase.com/dashboard/account/tokens: SUPABASE_ACCESS_TOKEN
   https://supabase.com/dashboard/project/${project}/database/settings: DATABASE_URL, and the certificate as supabase/prod-ca.crt
   https://dashboard.stripe.com/apikeys: STRIPE_SECRET_KEY
2. Name servers: the domain to Cloudflare, and at its registrar
   https://dash.cloudflare.com/?to=/:account/domains
3. OAuth apps, with the callback https://${project}.supabase.co/auth/v1/callback
   https://console.cloud.google.com/auth/clients: GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET
   https://github.com/settings/applications/new: GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET
4. Stripe, in each mode: press Save, and set what its API does not cover
   ${PORTAL_PAGE}
   https://dashboard.stripe.com/settings/billing/automatic: trial reminders, Smart Retries for 2 weeks and then cancel, cancel on a dispute, emails about failed payments and 3-D Secure
   https://dashboard.stripe.com/settings/checkout: one subscription per customer, and lead them to the portal
   https://dashboard.stripe.com/settings/emails: receipts for payments and refunds
   https://dashboard.stripe.com/settings/branding: icon, color, support address, terms and privacy policy
   https://dashboard.stripe.com/settings/communication-preferences: emails about disputes and failing webhooks
5. Your facts: app/content/studio.ts, app/content/brand.ts, ops/alerts.toml, and the domain and addresses in wrangler.toml`;
}
