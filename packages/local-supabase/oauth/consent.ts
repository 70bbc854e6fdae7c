import { html } from "hono/html";
import { type Markup, renderPage } from "local-kit";
import type { Person } from "./people.ts";

export interface ConsentOptions {
  /** Shown to people, e.g. "Google". */
  provider: string;
  /** The site that asks, as people know it. */
  siteName: string;
  /** Takes the choice, with the parameters of the request and `account`. */
  action: string;
  people: readonly Person[];
}

/** Asks who signs in, with a way out. `query` is what the site has asked for. */
export function consentPage(options: ConsentOptions, query: URLSearchParams): Response {
  const { provider, siteName, people } = options;
  const choices = people.map((person) => choiceForm(options, person, query));
  return renderPage(
    `Sign in with ${provider}`,
    html`<div class="banner">Local ${provider}: no real account is involved.</div>
<main style="max-width:28rem"><h1>Sign in with ${provider}</h1>
<p class="muted">${siteName} asks for your name and e-mail address. Continue as</p>
${choices}
<p><a class="button quiet" href="${declineUrl(query)}">Cancel</a></p></main>`,
  );
}

function choiceForm({ action }: ConsentOptions, person: Person, query: URLSearchParams): Markup {
  const fields = { ...Object.fromEntries(query), account: person.account };
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${action}" style="margin:.5rem 0">${inputs}
<button class="wide quiet" style="text-align:left">${person.name}<br>
<span class="muted small">${person.email}</span></button></form>`;
}

/** RFC 6749, section 4.1.2.1. */
function declineUrl(query: URLSearchParams): string {
  const url = new URL(query.get("redirect_uri") ?? "about:blank");
  url.searchParams.set("error", "access_denied");
  url.searchParams.set("error_description", "The user has denied your application access.");
  url.searchParams.set("state", query.get("state") ?? "");
  return url.href;
}
