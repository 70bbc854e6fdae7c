import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as v from "valibot";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Email, type IncomingEmail, type Mailbox, startMailbox } from "./index.ts";
import { emailSchema } from "./store.ts";

let dataDir: string;
let mailbox: Mailbox;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "mailbox-"));
  mailbox = await startMailbox({ port: 0, dataDir, sender: "Ann's Shop <shop@example.com>" });
});
afterEach(async () => {
  await mailbox.close();
  await rm(dataDir, { recursive: true });
});

function mail(fields: Partial<IncomingEmail> = {}): IncomingEmail {
  const html = '<html><head></head><body><a href="http://localhost/confirm">Go</a></body></html>';
  return { to: "ann@example.com", subject: "Hello", html, ...fields };
}

async function listEmails(query = ""): Promise<Email[]> {
  const response = await fetch(`${mailbox.url}/emails${query}`);
  return v.parse(v.array(emailSchema), await response.json());
}

it("delivers the emails of another sender before it lists, and works without them", async () => {
  await mailbox.close();
  let isDown = false;
  const sent = { from: "Ben <ben@example.com>", createdAt: "2026-11-26T12:00:00.000Z" };
  const waiting = [mail(sent)];
  mailbox = await startMailbox({
    port: 0,
    fetchEmails: async () => {
      if (isDown) throw new Error("down");
      return waiting.splice(0);
    },
  });

  expect(await listEmails()).toMatchObject([sent]);
  isDown = true;
  expect(await listEmails()).toHaveLength(1);
});

it("persists emails across restarts, except deleted ones", async () => {
  await mailbox.deliver(mail({ subject: "Deleted" }));
  await fetch(`${mailbox.url}/emails`, { method: "DELETE" });
  await mailbox.deliver(mail({ subject: "One" }));
  await mailbox.deliver(mail({ subject: "Two" }));
  await mailbox.close();

  mailbox = await startMailbox({ port: 0, dataDir });

  expect((await listEmails()).map((email) => email.subject)).toEqual(["Two", "One"]);
});

it("shows an email in a sandboxed frame without scripts, whose links open a tab", async () => {
  await mailbox.deliver(mail({ subject: "<b>Hi</b>" }));
  const [email] = await listEmails();

  const inbox = await (await fetch(`${mailbox.url}/inbox`)).text();
  const opened = await (await fetch(`${mailbox.url}/inbox/${email?.id}`)).text();
  const frame = await fetch(`${mailbox.url}/inbox/${email?.id}/html`);

  expect(inbox).toContain("&lt;b&gt;Hi&lt;/b&gt;");
  expect(opened).toContain(`src="/inbox/${email?.id}/html"`);
  expect(opened).toMatch(/sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  expect(frame.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await frame.text()).toContain('<head><base target="_blank"></head>');
});
