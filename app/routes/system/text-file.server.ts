/** A public file that is made per request and cached for an hour. */
export function textFile(lines: readonly string[], type = "text/plain; charset=utf-8"): Response {
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": type, "Cache-Control": "public, max-age=3600" },
  });
}
