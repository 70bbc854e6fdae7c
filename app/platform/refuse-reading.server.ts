/** The `loader` of a route that is only posted to. Source: RFC 9110, 15.5.6. */
export function refuseReading(): Response {
  return new Response("Only POST is taken here", { status: 405, headers: { Allow: "POST" } });
}
