/** The form of the API's answers. */
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";

export type ApiBindings = { Bindings: HttpBindings };
export type Api = Hono<ApiBindings>;

/** The envelope around a result. */
export function answer(context: Context, result: unknown, extra: object = {}): Response {
  return context.json({ success: true, errors: [], messages: [], result, ...extra });
}
