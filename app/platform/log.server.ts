/** Structured logs: one JSON object a line, so that Workers Logs can filter on any field. */
type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Something that happened and is normal. */
export function logInfo(event: string, fields: Fields = {}): void {
  // biome-ignore lint/suspicious/noConsole: the console is where Workers Logs listens
  console.log(JSON.stringify({ level: "info", event, ...fields }));
}

/** Something that needs a look. `error` contributes its name, message and cause, never request data. */
export function logError(event: string, error: unknown, fields: Fields = {}): void {
  console.error(JSON.stringify({ level: "error", event, ...fields, ...describeError(error) }));
}

function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return { error: `${error.name}: ${error.message}`, cause, stack: error.stack };
}
