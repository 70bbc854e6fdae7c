/** JSON as it was decoded. */
export type JsonObject = { [name: string]: unknown };

/** True for an object or array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null;
}
