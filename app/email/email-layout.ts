/** The layout of all emails, for light and dark mode. */
import type { Email } from "../content/emails.ts";
import { studio } from "../content/studio.ts";

/** Who signs every email. */
const SIGNED_BY = studio.founders.design.name;

/** Renders an email as HTML, with its placeholders. `name` is the studio's name as HTML. */
export function emailHtml(email: Email, name: string): string {
  const { title, heading = title, preview, text, note, reason } = email;
  const body = [
    ...text.map(paragraph),
    ...renderAction(email),
    ...(note ? [paragraph(note)] : []),
    paragraph(`${SIGNED_BY}, ${name}`),
  ];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${title}</title>
    <style>
      .ink a { color: #2b3f97; }
      @media (max-width: 480px) {
        .frame { padding: 24px 12px !important; }
        .card { padding: 24px !important; }
      }
      @media (prefers-color-scheme: dark) {
        .page { background: #161411 !important; }
        .card { background: #1f1c18 !important; border-color: #38342d !important; }
        .ink { color: #f4f0e8 !important; }
        .muted { color: #b9b2a6 !important; }
        .link, .ink a { color: #b0bbff !important; }
        .button { background: #b0bbff !important; color: #10163a !important; }
      }
    </style>
  </head>
  <body class="page" style="margin: 0; padding: 0; background: #f6f5f1;">
    <div style="display: none; max-height: 0; overflow: hidden;">${preview}</div>
    <div class="page frame" style="padding: 40px 16px; background: #f6f5f1; font-family: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: anywhere; word-break: break-word;">
      <div style="max-width: 480px; margin: 0 auto;">
        <p class="ink" style="margin: 0 0 20px; font-size: 18px; font-weight: 700; letter-spacing: -0.01em; color: #14161c;"><img src="{{ .SiteURL }}/icon-192.png" width="32" height="32" alt="" style="margin-right: 10px; border-radius: 8px; vertical-align: middle;">${name}</p>
        <div class="card" style="padding: 32px; background: #fefdfb; border: 1px solid #d9d6cc; border-radius: 12px;">
          <h1 class="ink" style="margin: 0 0 12px; font-size: 24px; line-height: 1.25; letter-spacing: -0.02em; color: #14161c;">${heading}</h1>
${body.map((line) => `          ${line}`).join("\n")}
        </div>
        <p class="muted" style="margin: 20px 0 0; font-size: 13px; line-height: 1.5; color: #51545d;">${reason}</p>
      </div>
    </div>
  </body>
</html>
`;
}

/** Renders an email as plain text, with its placeholders. */
export function emailText(email: Email, name: string): string {
  const { title, heading = title, text, action, note, reason } = email;
  const link = action.kind === "page" ? [`${action.label}: {{ .SiteURL }}${action.path}`] : [];
  const parts = [
    heading,
    ...text,
    ...link,
    ...(note ? [note] : []),
    `${SIGNED_BY}, ${name}`,
    reason,
  ];
  return `${parts.map(stripMarkup).join("\n\n")}\n`;
}

/** Keeps the addresses of links. */
function stripMarkup(html: string): string {
  return html
    .replace(/<a href="([^"]*)">([^<]*)<\/a>/g, "$2 $1")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}

function paragraph(text: string): string {
  return `<p class="ink" style="margin: 0 0 12px; font-size: 16px; line-height: 1.6; color: #14161c;">${text}</p>`;
}

function renderAction({ action }: Email): readonly string[] {
  if (action.kind === "code") {
    return [
      `<p class="ink" style="margin: 0 0 12px; font-size: 28px; font-weight: 700; letter-spacing: 0.15em; color: #14161c;">{{ .Token }}</p>`,
    ];
  }
  if (action.kind === "page") return button(`{{ .SiteURL }}${action.path}`, action.label);
  const start = `{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}`;
  // The auth server escapes values in an href itself, but elsewhere only with `urlquery`.
  const link = `${start}&type=${action.type}&next={{ .RedirectTo }}`;
  const shown = `${start}&amp;type=${action.type}&amp;next={{ .RedirectTo | urlquery }}`;
  return [
    ...button(link, action.label),
    `<p class="muted" style="margin: 0 0 4px; font-size: 14px; line-height: 1.5; color: #51545d;">If the button does not work, open this link:</p>`,
    `<p style="margin: 0; font-size: 14px; line-height: 1.5; word-break: break-all;">`,
    `  <a class="link" href="${link}" style="color: #2b3f97;">${shown}</a>`,
    `</p>`,
  ];
}

function button(href: string, label: string): readonly string[] {
  return [
    `<p style="margin: 24px 0;">`,
    `  <a class="button" href="${href}" style="display: inline-block; padding: 14px 22px; border-radius: 8px; background: #2b3f97; color: #ffffff; font-size: 16px; font-weight: 600; line-height: 1; text-decoration: none;">${label}</a>`,
    `</p>`,
  ];
}
