import { describe, expect, it } from "vitest";
import type { TemplateName } from "../../config/emails.ts";
import type { OutgoingEmail } from "../../config/options.ts";
import { readAuthConfig } from "../../config/project.ts";
import { RECORDED_PROJECT } from "../../testing/recordings/profiles.ts";
import { createMailer, type Mailer, verifyUrl } from "./mailer.ts";

const issuer = "http://127.0.0.1:54321/auth/v1";
const siteUrl = "http://localhost:5173";
const config = readAuthConfig(RECORDED_PROJECT);

async function sentBy(
  send: (mailer: Mailer) => Promise<void>,
  project = config,
): Promise<OutgoingEmail> {
  const sent: OutgoingEmail[] = [];
  const sendEmail = async (mail: OutgoingEmail) => void sent.push(mail);
  await send(createMailer({ config: project, siteUrl, issuer, sendEmail }));
  const [mail] = sent;
  if (!mail) throw new Error("Nothing was sent");
  return mail;
}

function sendTemplate(
  template: TemplateName,
  email = "ann@example.com",
  project = config,
): Promise<OutgoingEmail> {
  return sentBy(
    (mailer) =>
      mailer.sendTemplate({
        template,
        to: email,
        email,
        newEmail: "new@example.com",
        token: { code: "123456", hash: "abc123" },
        flow: { redirect: `${siteUrl}/dashboard?a=1&b=2`, challenge: undefined },
      }),
    project,
  );
}

describe("an email with a link", () => {
  it("escapes user input", async () => {
    const { html } = await sendTemplate("confirmation", '"<img src=x>"@example.com');

    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;img src=x&gt;");
  });
});

it("encodes the redirect of a link like the real server", () => {
  expect(verifyUrl(issuer, "abc", "signup", `${siteUrl}/a`)).toBe(
    `${issuer}/verify?token=abc&type=signup&redirect_to=${siteUrl}/a`,
  );
  expect(verifyUrl(issuer, "abc", "signup", `${siteUrl}/a?b=1`)).toBe(
    `${issuer}/verify?token=abc&type=signup&redirect_to=${encodeURIComponent(`${siteUrl}/a?b=1`)}`,
  );
});
