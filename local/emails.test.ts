import { readFileSync } from "node:fs";
import {
  createMailer,
  NOTIFICATION_NAMES,
  readAuthConfig,
  TEMPLATE_NAMES,
} from "local-supabase/internals";
import { describe, expect, test } from "vitest";
import { brand } from "../app/content/brand.ts";
import { createSiteEmails } from "../app/content/emails.ts";
import { emailHtml } from "../app/email/email-layout.ts";

const SITE = "http://localhost:5173";
const REDIRECT = `${SITE}/dashboard?a=1&b=2`;
const THEME = readFileSync(new URL("../app/ui/styles/theme.css", import.meta.url), "utf8");
const config = readAuthConfig(".");

interface Email {
  subject: string;
  html: string;
}

const sent = new Map<string, Email>();
for (const name of [...TEMPLATE_NAMES, ...NOTIFICATION_NAMES]) {
  const mailer = createMailer({
    config,
    siteUrl: SITE,
    issuer: "http://127.0.0.1:54321/auth/v1",
    sendEmail: async (email) => void sent.set(name, email),
  });
  await send(name, mailer);
}

function send(name: string, mailer: ReturnType<typeof createMailer>): Promise<void> {
  const email = { to: "ann@example.com", email: "ann@example.com" };
  const token = { code: "1234567890", hash: "abc123" };
  const flow = { redirect: REDIRECT, challenge: undefined };
  const template = TEMPLATE_NAMES.find((each) => each === name);
  if (template)
    return mailer.sendTemplate({ ...email, newEmail: "new@example.com", template, token, flow });
  const notification = NOTIFICATION_NAMES.find((each) => each === name);
  if (notification)
    return mailer.sendNotification({ ...email, oldEmail: "old@example.com", notification });
  throw new Error(`No email "${name}"`);
}

/** The brand as HTML has it. */
const NAME = brand.name.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const SITE_EMAILS = createSiteEmails(NAME, "");
for (const [name, email] of Object.entries(SITE_EMAILS)) {
  const fill = (text: string) =>
    text.replaceAll("{{ .SiteURL }}", SITE).replaceAll(/\{\{ \.\w+ \}\}/g, "value");
  sent.set(name, { subject: fill(email.title), html: fill(emailHtml(email, NAME)) });
}

function getEmail(name: string): Email {
  const email = sent.get(name);
  if (!email) throw new Error(`${name} was not sent`);
  return email;
}

const findColors = (text: string) => new Set(text.toLowerCase().match(/#[0-9a-f]{6}\b/g));

describe.each([...sent.keys()])("the email %s", (name) => {
  test("has no unresolved placeholder, and names the studio and the reason", () => {
    const { html, subject } = getEmail(name);

    expect(html + subject).not.toMatch(/\{\{|\}\}/);
    expect(html).toContain(`${NAME}</p>`);
    expect(html).toContain("You’re getting this email because");
  });

  test("shows the mark, breaks long words, and needs no class to be read", () => {
    const { html } = getEmail(name);

    expect(html).toContain(`<img src="${SITE}/icon-192.png" width="32" height="32" alt=""`);
    expect(html).toMatch(/style="[^"]*overflow-wrap: anywhere; word-break: break-word;"/);
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  });

  test("supports light and dark mode with the site's colors", () => {
    const { html } = getEmail(name);

    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain("@media (prefers-color-scheme: dark)");
    const known = findColors(THEME);
    expect(Array.from(findColors(html)).filter((color) => !known.has(color))).toEqual([]);
  });
});

test.each([
  ["confirmation", "email"],
  ["recovery", "recovery"],
  ["magic_link", "email"],
  ["email_change", "email_change"],
  ["invite", "invite"],
])("%s links to the confirm page with type %s, as a button and as text", (name, type) => {
  const { html } = getEmail(name);

  const link = `${SITE}/auth/confirm?token_hash=abc123&type=${type}&next=${encodeURIComponent(REDIRECT)}`;
  expect(html.split(`href="${link}"`)).toHaveLength(3);
  expect(html).toContain(`>${link.replaceAll("&", "&amp;")}</a>`);
});

test("the email with a code has it in the subject and the text", () => {
  const { html, subject } = getEmail("reauthentication");

  expect(subject).toBe("1234567890 is your verification code");
  // The code is in two groups for the eye, without a space for the clipboard.
  expect(html.replaceAll(/<[^>]+>/g, "")).toContain("1234567890");
});
