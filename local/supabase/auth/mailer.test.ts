import { describe, expect, it } from "vitest";
import type { OutgoingEmail } from "../options.ts";
import {
  NOTICE_NAMES,
  type NoticeName,
  readAuthConfig,
  TEMPLATE_NAMES,
  type TemplateName,
} from "../project-config.ts";
import { createMailer, type Mailer, verifyUrl } from "./mailer.ts";

const issuer = "http://127.0.0.1:54321/auth/v1";
const siteUrl = "http://localhost:5173";
const config = readAuthConfig();

async function sentBy(send: (mailer: Mailer) => Promise<void>): Promise<OutgoingEmail> {
  const sent: OutgoingEmail[] = [];
  const sendEmail = async (mail: OutgoingEmail) => void sent.push(mail);
  await send(createMailer({ config, siteUrl, issuer, sendEmail }));
  const [mail] = sent;
  if (!mail) throw new Error("Nothing was sent");
  return mail;
}

function sendTemplate(template: TemplateName, email = "ann@example.com"): Promise<OutgoingEmail> {
  return sentBy((mailer) =>
    mailer.sendTemplate({
      template,
      to: email,
      email,
      newEmail: "new@example.com",
      token: { code: "123456", hash: "abc123" },
      flow: { redirect: `${siteUrl}/dashboard?a=1&b=2`, challenge: undefined },
    }),
  );
}

function sendNotice(notice: NoticeName): Promise<OutgoingEmail> {
  return sentBy((mailer) =>
    mailer.sendNotice({ notice, to: "old@example.com", email: "a&b@example.com", oldEmail: "old" }),
  );
}

const everyMail = [
  ...TEMPLATE_NAMES.map((name) => ({ name, send: () => sendTemplate(name) })),
  ...NOTICE_NAMES.map((name) => ({ name, send: () => sendNotice(name) })),
];

describe("every e-mail", () => {
  it.each(everyMail)(
    "$name leaves no placeholder and names the studio and the reason",
    async ({ send }) => {
      const { html, subject } = await send();

      expect(html + subject).not.toMatch(/\{\{|\}\}/);
      expect(html).toContain("Selvedge");
      expect(html).toContain("You get this email because");
    },
  );

  it.each(everyMail)("$name adapts to dark mode", async ({ send }) => {
    const { html } = await send();

    expect(html).toContain('name="color-scheme" content="light dark"');
    expect(html).toContain("prefers-color-scheme: dark");
  });
});

describe("a mail with a link", () => {
  it.each([
    ["confirmation", "email"],
    ["recovery", "recovery"],
    ["magic_link", "email"],
    ["email_change", "email_change"],
    ["invite", "invite"],
  ] as const)("%s links to the confirm page with type %s", async (template, type) => {
    const { html, subject } = await sendTemplate(template);

    const next = encodeURIComponent(`${siteUrl}/dashboard?a=1&b=2`);
    const link = `${siteUrl}/auth/confirm?token_hash=abc123&type=${type}&next=${next}`;
    expect(html.split(`href="${link}"`)).toHaveLength(3);
    expect(html).toContain(`>${link.replaceAll("&", "&amp;")}</a>`);
    expect(subject).toBe(config.email.template[template].subject);
  });

  it("escapes what users typed", async () => {
    const { html } = await sendTemplate("confirmation", '"<img src=x>"@example.com');

    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;img src=x&gt;");
  });
});

it("names the code in subject and text of the mail that asks for one", async () => {
  const { html, subject } = await sendTemplate("reauthentication");

  expect(subject).toBe("123456 is your verification code");
  expect(html).toContain(">123456</p>");
});

it("tells of a change at the address that it was made at", async () => {
  const { to, html, subject } = await sendNotice("email_changed");

  expect(to).toBe("old@example.com");
  expect(subject).toBe("Your email address was changed");
  expect(html).toContain("<strong>a&amp;b@example.com</strong> in place of old");
});

it("sends no notice that the project has off", async () => {
  const { notification } = config.email;
  const off = { ...notification.password_changed, enabled: false };
  const sent: OutgoingEmail[] = [];
  const mailer = createMailer({
    config: {
      ...config,
      email: { ...config.email, notification: { ...notification, password_changed: off } },
    },
    siteUrl,
    issuer,
    sendEmail: async (mail) => void sent.push(mail),
  });

  await mailer.sendNotice({ notice: "password_changed", to: "a@b.example", email: "a@b.example" });

  expect(sent).toEqual([]);
});

it("encodes where a link leads only as far as the real server does", () => {
  expect(verifyUrl(issuer, "abc", "signup", `${siteUrl}/a`)).toBe(
    `${issuer}/verify?token=abc&type=signup&redirect_to=${siteUrl}/a`,
  );
  expect(verifyUrl(issuer, "abc", "signup", `${siteUrl}/a?b=1`)).toBe(
    `${issuer}/verify?token=abc&type=signup&redirect_to=${encodeURIComponent(`${siteUrl}/a?b=1`)}`,
  );
});
