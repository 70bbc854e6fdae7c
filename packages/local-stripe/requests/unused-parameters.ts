/**
 * Parameters that Stripe has and the emulator does not: they are stored with the object of the request and
 * given back where it has a field of that name, and change nothing else.
 */
import { isDescribedField } from "../openapi/contract.ts";
import type { Store } from "../store.ts";
import { isObject, type JsonObject } from "./json.ts";

/** Stores `unused` with `object`. */
export function storeUnused(store: Store, object: object, unused: unknown): void {
  const id = "id" in object ? object.id : undefined;
  if (typeof id !== "string" || !isObject(unused) || Object.keys(unused).length === 0) return;
  store.unusedParameters.set(id, merge(store.unusedParameters.get(id) ?? {}, unused));
}

/** `json` with the stored parameters of its objects. */
export function restoreUnused(store: Store, json: unknown): unknown {
  if (Array.isArray(json)) return json.map((item: unknown) => restoreUnused(store, item));
  if (!isObject(json)) return json;
  const fields = Object.entries(json).map(([name, value]) => [name, restoreUnused(store, value)]);
  const restored: JsonObject = Object.fromEntries(fields);
  const { id, object: type } = json;
  if (typeof id !== "string" || typeof type !== "string") return restored;
  for (const [name, value] of Object.entries(store.unusedParameters.get(id) ?? {})) {
    const merged = isObject(value) ? merge(restored[name], value) : value;
    if (isDescribedField(type, name, merged)) restored[name] = merged;
  }
  return restored;
}

/** `changes` over `base`, also of what is within. */
function merge(base: unknown, changes: JsonObject): JsonObject {
  const merged: JsonObject = isObject(base) ? { ...base } : {};
  for (const [name, value] of Object.entries(changes)) {
    merged[name] = isObject(value) ? merge(merged[name], value) : value;
  }
  return merged;
}

/** Names each parameter once. */
export function createUnusedReport(): (call: string, names: readonly string[]) => void {
  const known = new Set<string>();
  return (call, names) => {
    const unreported = names.filter((name) => !known.has(`${call} ${name}`));
    for (const name of unreported) known.add(`${call} ${name}`);
    if (unreported.length === 0) return;
    console.warn(`Stripe: ${call}: without effect here: ${unreported.join(", ")}`);
  };
}
