/**
 * What the real services refuse or answer, and no published schema or type says. A stand-in gives each
 * answer, and the test of its service in this folder sends each call. Add a row, with its source, for what
 * you learn.
 */

/** A call to a real service and its answer. */
export interface RecordedRefusal {
  /** The call, with the part that matters. */
  readonly call: string;
  /** Status and code, or what happens instead of an error. */
  readonly answer: string;
  /** Documentation, changelog, source or public report: addresses or `owner/name#number`. */
  readonly source: string;
  /** When the source was read or the call was made, e.g. "2026-11". */
  readonly seen: string;
}

export const SUPABASE_REFUSALS = {
  secretKeyInBrowser: {
    call: "any path with `apikey: sb_secret_…` and the User-Agent of a browser; the pattern is not published",
    answer: "401 Forbidden use of secret API key in browser, without `error_code`",
    source: "https://supabase.com/docs/guides/api/api-keys; orgs/supabase discussion 52680",
    seen: "2026-11",
  },
  secretKeyOnlyAsBearer: {
    call: "an endpoint for users or admins with `Authorization: Bearer sb_secret_…` and another `apikey`",
    answer: "403 bad_jwt",
    source: "https://supabase.com/docs/guides/api/api-keys; supabase/auth#2204",
    seen: "2026-11",
  },
  forwardedAddressWithoutSecretKey: {
    call: "a sign-in with `Sb-Forwarded-For` and the publishable key",
    answer: "200; the header is ignored, and the session has the address of the connection",
    source: "https://supabase.com/docs/guides/auth/rate-limits",
    seen: "2026-11",
  },
  addressThatCannotBeEmailed: {
    call: "POST /signup with a dot at either end of the local part, or with 255 characters",
    answer: "500 unexpected_failure Error sending confirmation email; no user",
    source: "run on supabase/auth bc32168",
    seen: "2026-11",
  },
  githubWithoutAddress: {
    call: "GET /callback for a GitHub account without an email address",
    answer: "redirect with unexpected_failure Error getting user email from external provider",
    source: "run on supabase/auth bc32168; `internal/api/external.go`",
    seen: "2026-11",
  },
  unverifiedAddressAtProvider: {
    call: "GET /callback for a provider account whose address is not verified",
    answer:
      "redirect with provider_email_needs_verification; the user stays: without an address if it had an account, else a confirmation email goes out",
    source: "run on supabase/auth bc32168; `internal/api/external.go`; supabase/auth#1301",
    seen: "2026-11",
  },
  usedOAuthState: {
    call: "GET /callback with the `state` of a flow whose provider has answered before",
    answer: "redirect to the site's URL with flow_state_already_used",
    source: "supabase/auth, `internal/api/external.go`, loadExternalStateFromUUID",
    seen: "2026-11",
  },
  listedPasskeys: {
    call: "GET /passkeys without the code of an account that has an app; of a banned or deleted user",
    answer: "200, 403 user_banned, 403 user_not_found",
    source: "supabase/auth, `internal/api/passkey_manage.go`, PasskeyList, and `auth.go`",
    seen: "2026-11",
  },
  cachedSigningKeys: {
    call: "GET /.well-known/jwks.json",
    answer:
      "`Cache-Control: public, max-age=600`; the edge keeps it ten minutes, and clients ten more",
    source:
      "https://supabase.com/docs/guides/auth/signing-keys; supabase/auth, `internal/api/jwks.go`",
    seen: "2026-11",
  },
  triggerOnPasskeys: {
    call: "DROP TRIGGER on auth.webauthn_credentials as postgres; CREATE OR REPLACE TRIGGER works",
    answer: "42501 must be owner of relation webauthn_credentials",
    source: "supabase/postgres, `conf.d/supautils.conf`; run with supautils 3.4.0",
    seen: "2026-11",
  },
  eventTrigger: {
    call: "CREATE EVENT TRIGGER as postgres",
    answer: "is created, although only superusers may in plain Postgres",
    source:
      "https://supabase.com/docs/guides/database/postgres/event-triggers; run with supautils 3.4.0",
    seen: "2026-11",
  },
  emailedCode: {
    call: "POST /verify with `type: email` and the SHA-224 of an address and its code as `token_hash`, after each email",
    answer: "200; for another address or code 403 otp_expired",
    source:
      "supabase/auth, `internal/crypto/crypto.go`, GenerateTokenHash; run on supabase/auth bc32168",
    seen: "2026-11",
  },
} as const satisfies Record<string, RecordedRefusal>;

/** The codes of siteverify. `success` is false, and without these codes it is about the token. */
export const TURNSTILE_REFUSALS = {
  missingSecret: {
    call: "POST siteverify without `secret`",
    answer: "missing-input-secret",
    source: "https://developers.cloudflare.com/turnstile/get-started/server-side-validation",
    seen: "2026-11",
  },
  wrongSecret: {
    call: "POST siteverify with a wrong or rotated `secret`",
    answer: "invalid-input-secret",
    source: "https://developers.cloudflare.com/turnstile/get-started/server-side-validation",
    seen: "2026-11",
  },
  malformedRequest: {
    call: "POST siteverify with a body that is no form and no JSON",
    answer: "bad-request",
    source: "https://developers.cloudflare.com/turnstile/get-started/server-side-validation",
    seen: "2026-11",
  },
  ownFault: {
    call: "POST siteverify during a fault of Cloudflare's",
    answer: "internal-error",
    source: "https://developers.cloudflare.com/turnstile/get-started/server-side-validation",
    seen: "2026-11",
  },
  forgedToken: {
    call: "POST siteverify with a forged or expired `response`",
    answer: "invalid-input-response",
    source: "https://developers.cloudflare.com/turnstile/get-started/server-side-validation",
    seen: "2026-11",
  },
  usedToken: {
    call: "POST siteverify with a `response` that was verified before",
    answer: "timeout-or-duplicate",
    source: "https://developers.cloudflare.com/turnstile/get-started/server-side-validation",
    seen: "2026-11",
  },
} as const satisfies Record<string, RecordedRefusal>;

export const STRIPE_REFUSALS = {
  serverErrorKept: {
    call: "a request whose idempotency key got a 5xx",
    answer: "that 5xx again, for at least 24 hours",
    source: "docs.stripe.com/api/idempotent_requests",
    seen: "2026-11",
  },
  scheduledCancellation: {
    call: "update of a subscription with a schedule: `cancel_at`, `cancel_at_period_end`, `items`",
    answer: "400 until the schedule is released",
    source:
      "dust-tt/dust#32051, Nine-Minds/alga-psa#1802, invertase/stripe-firebase-extensions#158",
    seen: "2026-11",
  },
  scheduledCard: {
    call: "the next phase of a schedule whose default settings or phases have a payment method",
    answer: "the subscription has that one again",
    source: "Stripe's API description, subscription_schedule; reports",
    seen: "2026-11",
  },
  customerEmail: {
    call: "`customers.create` and `update` with an address that other checks accept, e.g. ann@gmail",
    answer: "400 `email_invalid`, param `email`",
    source: "fjordllc/bootcamp#4134, exercism/website#7721, mage2pro/stripe#72",
    seen: "2026-11",
  },
  archivedPrice: {
    call: "`checkout.sessions.create` with an archived price",
    answer: "400, param `line_items[0][price]`",
    source: "strangerstudios/paid-memberships-pro#3717",
    seen: "2026-11",
  },
  archivedProduct: {
    call: "the same with an active price of an archived product",
    answer: "400 without `param`: its product is not active",
    source: "stripe/stripe-node#2131; reports of the message",
    seen: "2026-11",
  },
  noPortal: {
    call: "`billingPortal.sessions.create` before the portal's settings were saved",
    answer: "400 without `param`: no configuration provided",
    source: "usebasejump/basejump#101",
    seen: "2026-11",
  },
  taxWithoutAddress: {
    call: "`checkout.sessions.create` with `automatic_tax` for a customer, without `customer_update`",
    answer: "400 `customer_tax_location_invalid`: an address of the customer, or `address: auto`",
    source: "raystack/frontier#565, laravel/cashier-stripe#1778, TryGhost/Ghost#20105",
    seen: "2026-11",
  },
  taxIdWithoutName: {
    call: "the same with `tax_id_collection`",
    answer: "400: `customer_update[name]` has to be `auto`",
    source: "laravel/cashier-stripe#1585, invertase/stripe-firebase-extensions#225",
    seen: "2026-11",
  },
  codesAndDiscounts: {
    call: "`checkout.sessions.create` with `allow_promotion_codes` and `discounts`",
    answer: "400, param `allow_promotion_codes`: one of them",
    source: "stripe/stripe-node#2248",
    seen: "2026-11",
  },
  priceOfOtherMode: {
    call: "payment mode with a recurring price; subscription mode with one-time prices alone",
    answer: "400",
    source: "dayhaysoos/use-shopping-cart#224, enupal/stripe#370",
    seen: "2026-11",
  },
  codeForOnce: {
    call: "a subscription whose first invoice is paid with a code for once",
    answer: "its `discounts` are empty: the invoice has used it up",
    source: "stripe/stripe-go#944",
    seen: "2026-11",
  },
  voidedInvoice: {
    call: "the open invoice of a `past_due` subscription, voided in the Dashboard",
    answer: "`invoice.voided`; voiding changes no status, so the subscription sends no event",
    source: "docs.stripe.com/billing/subscriptions/overview, in fossasia/eventyay-business#88",
    seen: "2026-11",
  },
  refundedTwice: {
    call: "`refunds.create` of a refunded charge; of more than is left of one",
    answer: "400 `charge_already_refunded`; 400: greater than the unrefunded amount",
    source: "Sylius/StripePlugin#120, reactioncommerce/reaction#3704",
    seen: "2026-11",
  },
  expansionDepth: {
    call: "`expand` of five levels",
    answer: "400: four are the limit",
    source: "docs.stripe.com/expand",
    seen: "2026-11",
  },
  convertedPrice: {
    call: "`checkout.sessions.create` for a subscription, without `adaptive_pricing`",
    answer:
      "the Dashboard's setting: a buyer abroad is charged in their currency, in `presentment_details`",
    source:
      "docs.stripe.com/changelog/dahlia/2026-03-25/add-presentment-details-for-subscriptions; docs.stripe.com/payments/currencies/localize-prices/adaptive-pricing",
    seen: "2026-11",
  },
  noBusinessName: {
    call: "`checkout.sessions.create` in an account without a business name",
    answer: "400 without `param`: set an account or business name",
    source: "stripe/vscode-stripe#631, stripe-samples/checkout-single-subscription#34",
    seen: "2026-11",
  },
  portalProducts: {
    call: "`billingPortal.configurations.list`",
    answer:
      "without the products, unless expanded: `data.features.subscription_update.products`; a Save in the Dashboard also sets `trial_update_behavior` to `end_trial`",
    source: "public scripts and notes of 2026, which compare with what Stripe returned",
    seen: "2026-11",
  },
  portalCustomerFields: {
    call: "the first Save of the portal's settings",
    answer: "customers may change name, email, billing address and phone; plans, not",
    source: "docs.stripe.com/customer-management/configure-portal; monetr/monetr#1749",
    seen: "2026-11",
  },
  finalInvoice: {
    call: "`subscriptions.cancel` with `invoice_now`, then `customers.del`",
    answer:
      "a draft for about an hour, which the deletion discards; one report saw it finalized at once",
    source:
      "gitpod-io/gitpod#14265, raystack/frontier#1857; FlowFuse/flowfuse#3020 finalized at once",
    seen: "2026-11",
  },
  replacedPhases: {
    call: "`subscriptionSchedules.update` with `phases`",
    answer:
      "they are replaced as a whole: discounts, taxes and metadata that are not repeated are lost",
    source: "bitwarden/server#8278, bitwarden/server#8078, useautumn/autumn#742",
    seen: "2026-11",
  },
  downgradeToOtherProduct: {
    call: "a switch in the portal to a cheaper price of another product, with `schedule_at_period_end`",
    answer:
      "scheduled, in a run in test mode on 2026-09-14; documented: only between prices of one product",
    source:
      "notes of that run, sub_sched_1UFUz9EHPD0TpM72tdOW91YT; docs.stripe.com/customer-management/configure-portal",
    seen: "2026-11",
  },
  otherCurrency: {
    call: "`checkout.sessions.create` for a customer with a live subscription in another currency",
    answer:
      "400 without `param`: currencies cannot be combined; also for an open checkout, a discount…",
    source: "lukevella/rallly#3307, Automattic/woocommerce-payments#7732",
    seen: "2026-11",
  },
} as const satisfies Record<string, RecordedRefusal>;

export const CLOUDFLARE_REFUSALS = {
  domainOfAnotherWorker: {
    call: "PUT …/domains/records of a host that another Worker has, without `override_existing_origin`",
    answer: "409, code 100116; with it, as wrangler sends it without a terminal, the host moves",
    source: "alchemy-run/alchemy-async#1384; wrangler 4.151.0, publishCustomDomains",
    seen: "2026-11",
  },
  hostWithRecord: {
    call: "PUT …/domains/records of a host with a DNS record, without `override_existing_dns_record`",
    answer:
      "409, code 100117; with it, reports differ on whether a record that is no Worker's is replaced",
    source: "cloudflare/workers-sdk#9878; wrangler 4.151.0, publishCustomDomains",
    seen: "2026-11",
  },
  domainChangeset: {
    call: "POST …/domains/changeset?replace_state=true of hosts that others have",
    answer: "200: `updated` with `modified` for another Worker's, `conflicting` for DNS records",
    source: "wrangler 4.151.0, publishCustomDomains",
    seen: "2026-11",
  },
  domainLeftOut: {
    call: "POST …/domains/changeset and PUT …/domains/records without a domain that the Worker has",
    answer: "200: `removed` in the first; the second detaches it and deletes its DNS record",
    source: "kentcdodds/kody#1015; wrangler 4.151.0, publishCustomDomains",
    seen: "2026-11",
  },
  creationByEditor: {
    call: "PUT …/scripts/NAME of a new Worker, with a token whose role is Editor, or Admin of one Worker",
    answer: "403, code 10000",
    source: "https://developers.cloudflare.com/workers/authorization/workers",
    seen: "2026-11",
  },
  noSubdomain: {
    call: "PUT …/scripts/NAME, the first in an account whose owner has not opened Workers & Pages",
    answer: "code 10063: it needs a workers.dev subdomain, which that page creates",
    source: "cloudflare/workers-sdk#9045 and #14494",
    seen: "2026-11",
  },
  domainsOfOneWorker: {
    call: "anything below …/workers/domains or …/scripts/NAME/domains, with a token whose role is of one Worker",
    answer: "403, code 10000; for all Workers, Editor with Zone: Workers Routes suffices",
    source: "https://developers.cloudflare.com/workers/authorization/workers, Limitations",
    seen: "2026-11",
  },
  noEmailSending: {
    call: "GET /zones/ZONE/email/sending/subdomains, with a token or in an account without Email Sending",
    answer: "401, code 2036, although the token is valid",
    source: "hieunc229/mailflare#45, #24 and #30",
    seen: "2026-11",
  },
  pagesOfHyperdrive: {
    call: "GET …/hyperdrive/configs in an account with many",
    answer: "200 with the first page; `page` reads on, up to an empty one",
    source: "npm cloudflare 7.3.0, hyperdrive.configs.list",
    seen: "2026-11",
  },
  rollbackOverSecret: {
    call: "POST …/deployments of a version with an older secret, without `force`",
    answer: "400, code 10220",
    source: "wrangler 4.151.0, CANNOT_ROLLBACK_WITH_MODIFIED_SECERT_CODE",
    seen: "2026-11",
  },
  lastWriter: {
    call: "GET …/services/NAME after a write by a program that is not wrangler, and after one in the dashboard",
    answer:
      "`last_deployed_from` is `api` or `dash`, and an upload by wrangler warns. Which writes count is not published: here all",
    source: "wrangler 4.151.0, preUploadApiChecks; cloudflare/workers-sdk#3727",
    seen: "2026-11",
  },
  secretAfterRollback: {
    call: "PUT …/secrets while an earlier version is live",
    answer: "400, code 10214",
    source: "wrangler 4.151.0, VERSION_SETTINGS_NOT_DEPLOYED_ERR_CODE",
    seen: "2026-11",
  },
} as const satisfies Record<string, RecordedRefusal>;

/** Supabase's Management API; without a path they are of `/v1/projects/REF/config/auth`. */
export const SUPABASE_MANAGEMENT_REFUSALS = {
  templatesWithoutSmtp: {
    call: "PATCH with `mailer_templates_*` or `mailer_subjects_*`, Free project made since June 2026, no SMTP",
    answer: "400 Email template modification is not available…, and nothing of the request is set",
    source: "supabase.com/changelog 46599; supabase/agent-skills#176, #264 and #304",
    seen: "2026-11",
  },
  templatesWithSmtp: {
    call: "the same with `smtp_host` in the request, or set before",
    answer: "200",
    source: "supabase.com/changelog 46599; supabase/supabase#45396",
    seen: "2026-11",
  },
  settingOfProPlan: {
    call: "PATCH with `sessions_timebox` or `password_hibp_enabled` on the Free plan",
    answer: "402",
    source:
      "https://supabase.com/docs/guides/auth/sessions; https://supabase.com/docs/guides/auth/password-security",
    seen: "2026-11",
  },
  auditLogSwitch: {
    call: "PATCH with `audit_log_disable_postgres`, which a GET returns",
    answer: "200, and the field keeps its value",
    source:
      "absent from the API description (supabase/cli 1d1e719); field reports of July and September 2026",
    seen: "2026-11",
  },
  currentPasswordSwitch: {
    call: "PATCH with `security_update_password_require_current_password`, which a GET returns",
    answer: "200, and the field keeps its value",
    source:
      "absent from the API description (supabase/cli 1d1e719); supabase/cli#5846; a public field report",
    seen: "2026-11",
  },
  readingOwner: {
    call: "PATCH with a token whose owner may read the project and not write",
    answer: "401, although a GET has 200",
    source: "jikig-ai/soleur#5330",
    seen: "2026-11",
  },
  unknownField: {
    call: "PATCH with a field that is not in the API description",
    answer: "200, and the field is ignored",
    source: "field report of September 2026",
    seen: "2026-11",
  },
  revealingKeys: {
    call: "GET /v1/projects/REF/api-keys?reveal=true with a token that may list the keys and not see them",
    answer: "403; without `reveal` 200 with whole publishable keys and masked secret ones",
    source: "supabase/cli#6392; supabase-community/supabase-mcp, getPublishableKeys",
    seen: "2026-11",
  },
  scopedToken: {
    call: "any request with a scoped token that lacks a permission",
    answer: "403 with `missing_permissions`",
    source: "https://supabase.com/changelog/scoped-personal-access-tokens-ga",
    seen: "2026-11",
  },
} as const satisfies Record<string, RecordedRefusal>;
