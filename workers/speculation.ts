/**
 * A link that is about to be followed fetches the next page's modules and data ahead (`prefetch="intent"`).
 * Modules are files; data is personal, never stored, and so of no use ahead: it is not even read.
 */
export function isSpeculativeDataRequest(request: Request): boolean {
  const isData = new URL(request.url).pathname.endsWith(".data");
  return isData && /\bprefetch\b/.test(request.headers.get("Sec-Purpose") ?? "");
}

/** Costs nothing: no session, no database, no payment service. */
export function answerSpeculation(): Response {
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}
