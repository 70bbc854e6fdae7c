/** Any origin serves: paths are resolved against it to see whether they leave it. */
const BASE = "http://site.invalid";

/**
 * The part of `candidate` that may be followed as a redirect within this site: path and query, or
 * undefined when it is not a same-origin path (`//host`, `\`, control characters, other schemes).
 */
export function safePath(candidate: string | null | undefined): string | undefined {
  if (!candidate?.startsWith("/") || candidate.startsWith("//")) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, so "/\t/host" is "//host"
  if (/[\\\u0000-\u001f\u007f]/.test(candidate)) return undefined;
  const url = URL.parse(candidate, BASE);
  if (url?.origin !== BASE) return undefined;
  return url.pathname.startsWith("//") ? undefined : url.pathname + url.search;
}
