/** What only a person can do, with the page to open. */
import { readProjectRef } from "../lib/supabase.ts";
import type { Target } from "../lib/target.ts";
import { PORTAL_PAGE } from "./stripe-portal.ts";

interface Act {
  readonly what: string;
  readonly pages: readonly string[];
}

/** Settings that Stripe's API does not cover, once in each mode. */
const STRIPE_SETTINGS = [
  "https://dashboard.stripe.com/settings/billing/automatic: trial reminders, Smart Retries for 2 weeks and then cancel, cancel on a dispute, emails about failed payments and 3-D Secure",
  "https://dashboard.stripe.com/settings/checkout: one subscription per customer, and lead them to the portal",
  "https://dashboard.stripe.com/settings/emails: receipts for payments and refunds",
  "https://dashboard.stripe.com/settings/branding: icon, color, support address, terms and privacy policy",
  "https://dashboard.stripe.com/settings/communication-preferences: emails about disputes and failing webhooks",
];

export function listManualActs(target: Target): Act[] {
  const project = readProjectRef(target) ?? "_";
  return [
    {
      what: "Accounts: a project and keys, into the shell and wrangler.toml (docs/setup.md)",
      pages: [
        "https://dash.cloudflare.com/?to=/:account/workers/plans: Workers Paid",
        "https://dash.cloudflare.com/profile/api-tokens: SMTP_PASSWORD, a token with Email Sending: Edit",
        "https://supabase.com/dashboard/account/tokens: SUPABASE_ACCESS_TOKEN",
        `https://supabase.com/dashboard/project/${project}/database/settings: DATABASE_URL, and the certificate as supabase/prod-ca.crt`,
        "https://dashboard.stripe.com/apikeys: STRIPE_SECRET_KEY",
      ],
    },
    {
      what: "Name servers: the domain to Cloudflare, and at its registrar",
      pages: ["https://dash.cloudflare.com/?to=/:account/domains"],
    },
    {
      what: `OAuth apps, with the callback https://${project}.supabase.co/auth/v1/callback`,
      pages: [
        "https://console.cloud.google.com/auth/clients: GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET",
        "https://github.com/settings/applications/new: GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET",
      ],
    },
    {
      what: "Stripe: press Save, and set what its API does not cover",
      pages: [PORTAL_PAGE, ...STRIPE_SETTINGS],
    },
    {
      what: "Your facts: app/content/studio.ts, ops/alerts.toml, and the domain and addresses in wrangler.toml",
      pages: [],
    },
  ];
}

export function formatManualActs(target: Target): string[] {
  return listManualActs(target).flatMap(({ what, pages }, index) => [
    `${index + 1}. ${what}`,
    ...pages.map((page) => `   ${page}`),
  ]);
}
