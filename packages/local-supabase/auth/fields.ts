import * as v from "valibot";
import type { JsonObject } from "../database.ts";

/** Any JSON object: request bodies come out of JSON.parse, so its values are JSON. */
export const jsonObject = v.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "expected an object",
);

/** The `data` field of a body; absent or null is an empty object. */
export const metadataField = v.nullish(jsonObject, {});

export const uuid = v.pipe(v.string(), v.uuid());
