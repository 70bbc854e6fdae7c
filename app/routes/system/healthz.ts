/** Is the Worker up? Asks nobody else. */
export function loader() {
  return Response.json(
    { status: "ok", version: __VERSION__ },
    { headers: { "Cache-Control": "no-store" } },
  );
}
