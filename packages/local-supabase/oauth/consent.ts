import { html } from "hono/html";
import { type Markup, renderPage } from "local-kit";
import type { TestUser } from "./test-users.ts";

interface ConsentOptions {
  /** Display name, e.g. "Google". */
  provider: string;
  /** The requesting site's display name. */
  siteName: string;
  /** Receives the request's parameters and `account` by POST. */
  action: string;
  users: readonly TestUser[];
}

/** Lists the users to sign in as, with a cancel link. `query` is the authorization request. */
export function consentPage(options: ConsentOptions, query: URLSearchParams): Response {
  const { provider, siteName, users } = options;
  const choices = users.map((user) => choiceForm(options, user, query));
  return renderPage(
    `Sign in with ${provider}`,
    html`<div class="banner">Local ${provider}: no real account is involved.</div>
<main style="max-width:28rem"><h1>Sign in with ${provider}</h1>
<p class="muted">${siteName} requests your name and email address. Continue as</p>
${choices}
<p><a class="button quiet" href="${declineUrl(query)}">Cancel</a></p></main>`,
  );
}

/** The start page: which accounts exist. */
export function accountsPage({
  provider,
  siteName,
  users,
}: Pick<ConsentOptions, "provider" | "siteName" | "users">): Response {
  const rows = users.map(({ name, email }) => html`<tr><td>${name}</td><td>${email}</td></tr>`);
  return renderPage(
    `Local ${provider}`,
    html`<main style="max-width:28rem"><h1>Local ${provider}</h1>
<p>Accounts for "Sign in with ${provider}" on ${siteName}:</p><table>${rows}</table></main>`,
  );
}

function choiceForm({ action }: ConsentOptions, user: TestUser, query: URLSearchParams): Markup {
  const fields = { ...Object.fromEntries(query), account: user.account };
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${action}" style="margin:.5rem 0">${inputs}
<button class="wide quiet" style="text-align:left">${user.name}<br>
<span class="muted small">${user.email}</span></button></form>`;
}

/** RFC 6749, section 4.1.2.1. */
function declineUrl(query: URLSearchParams): string {
  const url = new URL(query.get("redirect_uri") ?? "about:blank");
  url.searchParams.set("error", "access_denied");
  url.searchParams.set("error_description", "The user has denied your application access.");
  url.searchParams.set("state", query.get("state") ?? "");
  return url.href;
}
