/** Is the Worker up, and which build is it? Asks nobody else. */
export function loader() {
  return Response.json(
    { status: "ok", version: __VERSION__, commit: __COMMIT__, builtAt: __BUILT_AT__ },
    { headers: { "Cache-Control": "no-store" } },
  );
}
