/**
 * Emails sent through the local `send_email` binding, which wrangler and its Vite plugin keep for their
 * explorer.
 */
import type { IncomingEmail } from "local-supabase";
import * as v from "valibot";

const EXPLORER_PATH = "/cdn-cgi/local/explorer/api/local/email/sending";
/** Asks for the emails of this site: wrangler would add those of others on this machine. */
const headers = { "X-Miniflare-Explorer-No-Aggregate": "true" };
const TIMEOUT_MS = 2_000;

const listSchema = v.object({ result: v.array(v.object({ messageId: v.string() })) });
const detailSchema = v.object({
  result: v.object({
    from: v.string(),
    to: v.pipe(
      v.array(v.string()),
      v.transform(([first = ""]) => first),
    ),
    subject: v.string(),
    html: v.string(),
    text: v.optional(v.string(), ""),
    sentAt: v.string(),
  }),
});

/**
 * Returns a function that reads the emails sent since its last call, oldest first. It rejects while the site
 * is down.
 */
export function createSentEmailReader(siteUrl: string): () => Promise<IncomingEmail[]> {
  const seen = new Set<string>();
  const read = async (query: string) => {
    const url = `${siteUrl}${EXPLORER_PATH}${query}`;
    return (await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })).json();
  };
  return async () => {
    const { result } = v.parse(listSchema, await read("?per_page=100"));
    const ids = result.map(({ messageId }) => messageId).filter((id) => !seen.has(id));
    // Before the next await, so that a concurrent call returns none of them.
    for (const id of ids) seen.add(id);
    const details = ids.map(async (id) => {
      const detail = await read(`?email_id=${encodeURIComponent(id)}`);
      const { sentAt: createdAt, ...email } = v.parse(detailSchema, detail).result;
      return { ...email, createdAt };
    });
    return (await Promise.all(details)).toReversed();
  };
}
