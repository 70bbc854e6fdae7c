import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { OutgoingEmail } from "../options.ts";
import { createMailer, TEMPLATES, type TemplateName } from "./mailer.ts";

const issuer = "http://127.0.0.1:54321/auth/v1";
const siteUrl = "http://localhost:5173";
const names: TemplateName[] = ["confirmation", "recovery", "magic_link", "email_change", "invite"];

async function send(template: TemplateName, email = "ann@example.com"): Promise<OutgoingEmail> {
  const sent: OutgoingEmail[] = [];
  const mailer = createMailer({ siteUrl, issuer, sendEmail: async (mail) => void sent.push(mail) });
  await mailer({
    template,
    to: email,
    email,
    newEmail: "new@example.com",
    token: { code: "123456", hash: "abc123" },
    flow: { redirect: `${siteUrl}/dashboard?a=1&b=2`, challenge: undefined },
  });
  const [mail] = sent;
  if (!mail) throw new Error("Nothing was sent");
  return mail;
}

describe("every e-mail template", () => {
  it.each([
    ["confirmation", "email"],
    ["recovery", "recovery"],
    ["magic_link", "email"],
    ["email_change", "email_change"],
    ["invite", "invite"],
  ] as const)("%s links to the confirm page with type %s", async (template, type) => {
    const { html } = await send(template);

    const next = encodeURIComponent(`${siteUrl}/dashboard?a=1&b=2`);
    const link = `${siteUrl}/auth/confirm?token_hash=abc123&type=${type}&next=${next}`;
    expect(html.split(`href="${link}"`)).toHaveLength(3);
    expect(html).toContain(`>${link.replaceAll("&", "&amp;")}</a>`);
  });

  it.each(names)("%s leaves no placeholder and names the studio and the reason", async (name) => {
    const { html } = await send(name);

    expect(html).not.toMatch(/\{\{|\}\}/);
    expect(html).toContain("Selvedge");
    expect(html).toContain("You get this email because");
  });

  it.each(names)("%s adapts to dark mode", async (name) => {
    const { html } = await send(name);

    expect(html).toContain('name="color-scheme" content="light dark"');
    expect(html).toContain("prefers-color-scheme: dark");
  });

  it.each(names)("%s has a text part made of the same words", async (name) => {
    const { text } = await send(name);

    expect(text).toContain(`${siteUrl}/auth/confirm?token_hash=abc123`);
    expect(text).toContain("You get this email because");
    expect(text).not.toMatch(/[<>]|&amp;|\n{3}/);
  });

  it.each(names)("%s has the subject and file that config.toml gives it", async (name) => {
    const config = await readFile(
      new URL("../../../supabase/config.toml", import.meta.url),
      "utf8",
    );

    expect(config).toContain(
      `[auth.email.template.${name}]\nsubject = "${TEMPLATES[name].subject}"\ncontent_path = "./supabase/templates/${name}.html"`,
    );
  });

  it("escapes what users typed", async () => {
    const { html } = await send("confirmation", '"<img src=x>"@example.com');

    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;img src=x&gt;");
  });

  it("reads well as text", async () => {
    const { text } = await send("confirmation");

    expect(text).toMatchInlineSnapshot(`
      "Selvedge

      Confirm your email address

      Thanks for signing up. Confirm that ann@example.com is yours and your account is ready.

      The link works once, for one hour.

      Confirm email address: http://localhost:5173/auth/confirm?token_hash=abc123&type=email&next=http%3A%2F%2Flocalhost%3A5173%2Fdashboard%3Fa%3D1%26b%3D2

      You get this email because someone signed up at Selvedge with this address. If it was not you, ignore it: without the confirmation no account can be used.
      "
    `);
  });
});
