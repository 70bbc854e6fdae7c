import { html } from "hono/html";
import { type Markup, renderPage } from "local-kit";
import type { Email } from "./store.ts";

/** The list of emails. */
export function inboxPage(emails: readonly Email[]): Response {
  const rows = emails.map(
    (email) => html`<tr>
<td><a href="/inbox/${email.id}">${email.subject}</a></td>
<td>${email.to}</td>
<td class="muted">${formatTime(email)}</td>
</tr>`,
  );
  const list = html`<div class="card scroll"><table>
<thead><tr><th>Subject</th><th>To</th><th>Received</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
  const empty = html`<div class="card"><p>No emails yet.</p>
<p class="muted">Sign up or request a link on the site, then reload this page.</p></div>`;
  return renderPage(
    "Inbox",
    html`<main><h1>Inbox</h1>
<p class="muted">Emails from the local site appear here. Nothing leaves this machine.</p>
${emails.length > 0 ? list : empty}</main>`,
  );
}

/** One email, in a sandboxed frame without scripts. */
export function emailPage(email: Email): Response {
  return renderPage(
    email.subject,
    html`<main><p><a href="/inbox">Inbox</a></p>
<h1>${email.subject}</h1>
<p class="muted">From ${email.from} to ${email.to}, ${formatTime(email)}</p>
<iframe class="card" title="Message" src="/inbox/${email.id}/html" sandbox="${SANDBOX}"
style="width:100%;height:44rem;padding:0;resize:vertical"></iframe>
</main>`,
  );
}

/** Allows links to open a tab; blocks scripts, forms, and the inbox's origin. */
const SANDBOX = "allow-popups allow-popups-to-escape-sandbox";

const FRAME_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data: http://localhost:* http://127.0.0.1:*",
  "form-action 'none'",
  `sandbox ${SANDBOX}`,
].join("; ");

/** The email's HTML for the frame, with links opening a new tab. */
export function emailHtml(email: Email): Response {
  const base = '<base target="_blank">';
  const framed = /<head[^>]*>/i.test(email.html)
    ? email.html.replace(/<head[^>]*>/i, (head) => head + base)
    : base + email.html;
  return new Response(framed, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": FRAME_POLICY,
      "cache-control": "no-store",
    },
  });
}

export function notFoundPage(): Response {
  return renderPage(
    "Email not found",
    html`<main><h1>Email not found</h1><p><a href="/inbox">Back to the inbox</a></p></main>`,
    { status: 404 },
  );
}

function formatTime(email: Email): Markup {
  const shown = email.createdAt.slice(0, 19).replace("T", " ");
  return html`<time datetime="${email.createdAt}">${shown} UTC</time>`;
}
