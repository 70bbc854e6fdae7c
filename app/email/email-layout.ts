/**
 * The layout of all emails, for light and dark mode. Outlook for Windows knows neither `max-width` nor the
 * padding and background of a link: there, tables hold the width, the card and the button.
 */
import type { Email } from "../content/emails.ts";
import { studio } from "../content/studio.ts";
import * as themeColors from "../ui/styles/theme-colors.ts";

export type EmailColors = typeof themeColors;

/** The signature: of a founder, or of the studio. */
const signature = ({ isFromFounder }: Email, name: string) =>
  isFromFounder ? `${studio.founders.design.name}, ${name}` : name;

/** Renders an email as HTML, with its placeholders. `name` is the studio's name as HTML. */
export function emailHtml(email: Email, name: string, colors: EmailColors = themeColors): string {
  const { title, heading = title, text, note, reason } = email;
  const body = [
    ...text.map((line) => paragraph(line, colors)),
    ...renderAction(email, colors),
    ...(note ? [paragraph(note, colors)] : []),
    paragraph(signature(email, name), colors, "24px 0 12px"),
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
      .ink a { color: ${colors.accent.light}; }
      @media (max-width: 480px) {
        .frame { padding: 24px 12px !important; }
        .card { padding: 24px !important; }
      }
      @media (prefers-color-scheme: dark) {
        .page { background: ${colors.page.dark} !important; }
        .card { background: ${colors.surface.dark} !important; border-color: ${colors.line.dark} !important; }
        .ink { color: ${colors.ink.dark} !important; }
        .muted { color: ${colors.inkSoft.dark} !important; }
        .link, .ink a { color: ${colors.accent.dark} !important; }
        .button { background: ${colors.accent.dark} !important; color: ${colors.onAccent.dark} !important; }
      }
    </style>
  </head>
  <body class="page" style="margin: 0; padding: 0; background: ${colors.page.light};">
    <div style="display: none; max-height: 0; overflow: hidden;">${(text[0] ?? title).replace(/<[^>]+>/g, "")}</div>
    <div class="page frame" style="padding: 40px 16px; background: ${colors.page.light}; font-family: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: anywhere; word-break: break-word;">
      <!--[if mso]><table role="presentation" width="480" align="center" cellpadding="0" cellspacing="0"><tr><td style="padding: 40px 0;"><![endif]-->
      <div style="max-width: 480px; margin: 0 auto;">
        <p class="ink" style="margin: 0 0 20px; font-size: 18px; font-weight: 700; letter-spacing: -0.01em; color: ${colors.ink.light};"><img src="{{ .SiteURL }}/icon-192.png" width="32" height="32" alt="" style="margin-right: 10px; border-radius: 8px; vertical-align: middle;">${name}</p>
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="card" style="padding: 32px; background: ${colors.surface.light}; border: 1px solid ${colors.line.light}; border-radius: 12px;">
          <h1 class="ink" style="margin: 0 0 12px; font-size: 24px; line-height: 1.25; letter-spacing: -0.02em; color: ${colors.ink.light};">${heading}</h1>
${body.map((line) => `          ${line}`).join("\n")}
        </td></tr></table>
        <p class="muted" style="margin: 20px 0 0; font-size: 13px; line-height: 1.5; color: ${colors.inkSoft.light};">${reason}</p>
      </div>
      <!--[if mso]></td></tr></table><![endif]-->
    </div>
  </body>
</html>
`;
}

/** Renders an email as plain text, with its placeholders. */
export function emailText(email: Email, name: string): string {
  const { title, heading = title, text, action, note, reason } = email;
  const link = action?.kind === "page" ? `${action.label}: ${action.url}` : undefined;
  const parts = [heading, ...text, link, note, signature(email, name), reason];
  return `${parts.flatMap((part) => (part ? stripMarkup(part) : [])).join("\n\n")}\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&amp;": "&",
};

/** Keeps the addresses of links. */
function stripMarkup(html: string): string {
  return html
    .replace(/<a href="([^"]*)">([^<]*)<\/a>/g, "$2 $1")
    .replace(/<[^>]+>/g, "")
    .replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);
}

function paragraph(text: string, colors: EmailColors, margin = "0 0 12px"): string {
  return `<p class="ink" style="margin: ${margin}; font-size: 16px; line-height: 1.6; color: ${colors.ink.light};">${text}</p>`;
}

function renderAction({ action }: Email, colors: EmailColors): readonly string[] {
  if (!action) return [];
  if (action.kind === "code") {
    return [code("0 0 12px", colors)];
  }
  if (action.kind === "page") return button(action.url, action.label, colors);
  const start = `{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}`;
  // Supabase Auth escapes values in an href itself, but elsewhere only with `urlquery`.
  const link = `${start}&type=${action.type}&next={{ .RedirectTo }}`;
  const shown = `${start}&amp;type=${action.type}&amp;next={{ .RedirectTo | urlquery }}`;
  return [
    ...button(link, action.label, colors),
    ...(action.hasCode
      ? [
          paragraph("Or enter this code on the page where you asked for this email:", colors, "0"),
          code("4px 0 24px", colors),
        ]
      : []),
    `<p class="muted" style="margin: 0 0 4px; font-size: 14px; line-height: 1.5; color: ${colors.inkSoft.light};">If the button does not work, open this link:</p>`,
    `<p style="margin: 0; font-size: 14px; line-height: 1.5; word-break: break-all;">`,
    `  <a class="link" href="${link}" style="color: ${colors.accent.light};">${shown}</a>`,
    `</p>`,
  ];
}

/** A code in two groups, so that it can be read out; a copy has no space between them. */
function code(margin: string, colors: EmailColors): string {
  return `<p class="ink" style="margin: ${margin}; font-size: 28px; font-weight: 700; letter-spacing: 0.1em; color: ${colors.ink.light};">{{ slice .Token 0 5 }}<span style="margin-left: 0.4em;">{{ slice .Token 5 }}</span></p>`;
}

function button(href: string, label: string, colors: EmailColors): readonly string[] {
  return [
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin: 24px 0;"><tr><td class="button" bgcolor="${colors.accent.light}" style="border-radius: 8px; background: ${colors.accent.light}; mso-padding-alt: 14px 22px;">`,
    `  <a class="button" href="${href}" style="display: inline-block; padding: 14px 22px; border-radius: 8px; color: ${colors.onAccent.light}; font-size: 16px; font-weight: 600; line-height: 1; text-decoration: none;">${label}</a>`,
    `</td></tr></table>`,
  ];
}
