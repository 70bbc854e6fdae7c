/** Liveness: version and build of the running Worker, without dependencies. */
export function loader() {
  return Response.json(
    { status: "ok", version: __VERSION__, commit: __COMMIT__, builtAt: __BUILT_AT__ },
    { headers: { "Cache-Control": "no-store" } },
  );
}
