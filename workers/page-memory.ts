/**
 * Rendered public pages, kept by the isolate that served them: they are the same for everyone until the
 * next deploy, which starts new isolates. Serves where the edge cache is off, or far.
 */
const KEPT_FOR_MS = 5 * 60_000;

interface KeptPage {
  readonly html: string;
  readonly headers: Headers;
  readonly keptUntil: number;
}

/** Plain data, so requests may share it. Only listed paths get in (`isCacheableRequest`). */
const pages = new Map<string, KeptPage>();

/** The page as it was kept; undefined when it was not, or too long ago. */
export function recallPage(pathname: string): Response | undefined {
  const page = pages.get(pathname);
  if (!page || page.keptUntil < Date.now()) return undefined;
  return new Response(page.html, { headers: page.headers });
}

/** Keeps a page that came out right. Answers an equal response, because this one is read. */
export async function keepPage(pathname: string, response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const html = await response.text();
  const headers = new Headers(response.headers);
  pages.set(pathname, { html, headers, keptUntil: Date.now() + KEPT_FOR_MS });
  return new Response(html, { headers });
}
