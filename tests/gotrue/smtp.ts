import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { OutgoingEmail } from "local-supabase";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

interface MailServer {
  readonly port: number;
  close(): Promise<void>;
}

/** An SMTP server on a free port of 127.0.0.1 that passes each email to a callback. */
export async function startMailServer(
  deliver: (email: OutgoingEmail) => Promise<void>,
): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      receive(stream, recipients, deliver).then(() => done(), done);
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function receive(
  stream: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
  deliver: (email: OutgoingEmail) => Promise<void>,
): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const { subject = "", html = "", text } = await PostalMime.parse(Buffer.concat(chunks));
  // The real Supabase Auth sends only HTML, so the local one does too; fail if that changes.
  if (text !== undefined) throw new Error(`"${subject}" has a text part`);
  for (const to of recipients) await deliver({ to, subject, html });
}
