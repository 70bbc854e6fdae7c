/** True for a prefetch or prerender. Source: Fetch, "Sec-Purpose". */
export function isSpeculative(request: Request): boolean {
  return /\bprefetch\b/.test(request.headers.get("Sec-Purpose") ?? "");
}
