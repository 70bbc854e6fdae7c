import { Hono } from "hono";
import type { Service } from "local-kit";
import { listen } from "local-kit";
import { emailHtml, emailPage, inboxPage, notFoundPage } from "./pages.ts";
import { openEmailStore } from "./store.ts";

export type { Email } from "./store.ts";

/** An email to deliver. `from` defaults to the mailbox's `sender`. */
export interface IncomingEmail {
  to: string;
  from?: string;
  subject: string;
  html: string;
  text?: string;
  /** ISO 8601. Default: now. */
  createdAt?: string;
}

interface MailboxOptions {
  port: number;
  /** Folder that persists emails across restarts. Default: in memory. */
  dataDir?: string;
  /** Default sender, as "Name <address>". */
  sender?: string;
  /**
   * Emails that another sender has not delivered yet, e.g. those of a Worker's `send_email` binding. Called
   * before each listing; a rejection is ignored.
   */
  fetchEmails?: () => Promise<readonly IncomingEmail[]>;
}

export interface Mailbox extends Service {
  deliver(message: IncomingEmail): Promise<void>;
}

const DEFAULT_SENDER = "Local Supabase <noreply@mail.example>";

/** Starts the mailbox: the web page `/inbox`, and `GET` and `DELETE /emails` for tests. */
export async function startMailbox(options: MailboxOptions): Promise<Mailbox> {
  const { port, dataDir, sender = DEFAULT_SENDER, fetchEmails = async () => [] } = options;
  const store = await openEmailStore(dataDir);
  const deliver = (message: IncomingEmail) =>
    store.add({
      id: crypto.randomUUID(),
      from: sender,
      createdAt: new Date().toISOString(),
      ...message,
    });
  const listEmails = async (to?: string) => {
    for (const email of await fetchEmails().catch(() => [])) await deliver(email);
    return store.list(to);
  };
  const app = new Hono();
  app.get("/", (c) => c.redirect("/inbox"));
  app.get("/inbox", async (c) => inboxPage(await listEmails(c.req.query("to"))));
  app.get("/inbox/:id", (c) => {
    const email = store.find(c.req.param("id"));
    return email ? emailPage(email) : notFoundPage();
  });
  app.get("/inbox/:id/html", (c) => {
    const email = store.find(c.req.param("id"));
    return email ? emailHtml(email) : notFoundPage();
  });
  app.get("/emails", async (c) => c.json(await listEmails(c.req.query("to"))));
  app.delete("/emails", async (c) => {
    await store.clear();
    return c.body(null, 204);
  });
  const server = await listen((request) => app.fetch(request), port);
  return {
    name: "Mailbox",
    url: server.url,
    close: server.close,
    deliver,
  };
}
