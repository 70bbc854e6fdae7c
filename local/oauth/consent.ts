import { Hono } from "hono";
import { html } from "hono/html";
import { passTo } from "../pass-to.ts";
import { type Markup, page } from "../ui/page.ts";
import type { Person } from "./people.ts";

export interface ConsentOptions {
  /** Shown to people, e.g. "Google". */
  provider: string;
  /** Where the emulated provider answers. */
  emulatorUrl: string;
  authorizePath: string;
  /** Where the emulator takes the choice, and in which form field it expects the account. */
  choicePath: string;
  choiceField: string;
  people: readonly Person[];
  /** Where the profile is read, and what of it the emulator gets wrong. */
  userinfo: { path: string; correct: (profile: unknown, frontUrl: string) => unknown };
}

/**
 * Puts a consent page of its own in front of an emulated provider, whose page has no way to
 * decline. Everything else is passed through.
 */
export function createConsentFront(options: ConsentOptions): Hono {
  const app = new Hono();
  app.get(options.userinfo.path, async (c) => {
    const answer = await passOn(c.req.raw, options.emulatorUrl);
    if (!answer.ok) return answer;
    const { origin } = new URL(c.req.url);
    return Response.json(options.userinfo.correct(await answer.json(), origin));
  });
  app.get(options.authorizePath, async (c) => {
    // The emulator knows which clients and redirect addresses are registered.
    const checked = await passOn(c.req.raw, options.emulatorUrl);
    return checked.ok ? consentPage(options, new URL(c.req.url).searchParams) : checked;
  });
  app.all("*", (c) => passOn(c.req.raw, options.emulatorUrl));
  return app;
}

function passOn(request: Request, emulatorUrl: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  return passTo(emulatorUrl + pathname + search, request);
}

function consentPage(options: ConsentOptions, query: URLSearchParams): Response {
  const choices = options.people.map((person) => choiceForm(options, person, query));
  return page(
    `Sign in with ${options.provider}`,
    html`<div class="banner">Local ${options.provider}: no real account is involved.</div>
<main style="max-width:28rem"><h1>Sign in with ${options.provider}</h1>
<p class="muted">Selvedge asks for your name and e-mail address. Continue as</p>
${choices}
<p><a class="button quiet" href="${declineUrl(query)}">Cancel</a></p></main>`,
  );
}

function choiceForm(options: ConsentOptions, person: Person, query: URLSearchParams): Markup {
  const fields = { ...Object.fromEntries(query), [options.choiceField]: person.account };
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${options.choicePath}" style="margin:.5rem 0">${inputs}
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
