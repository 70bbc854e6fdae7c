/**
 * What the real services refuse or answer, and no published schema or type says. A stand-in gives each answer, and
 * the test of its service in this folder sends each call. Add a row, with its source, for what you learn.
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
  usedOAuthState: {
    call: "GET /callback with the `state` of a flow whose provider has answered before",
    answer: "redirect to the site's URL with flow_state_already_used",
    source: "supabase/auth, `internal/api/external.go`, loadExternalStateFromUUID",
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

export const STRIPE_REFUSALS = {} as const satisfies Record<string, RecordedRefusal>;

export const CLOUDFLARE_REFUSALS = {} as const satisfies Record<string, RecordedRefusal>;
