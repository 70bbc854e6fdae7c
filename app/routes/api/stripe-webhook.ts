import { methodNotAllowed } from "~/http/api-response.server";
import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/stripe-webhook";
import { EVENT_HANDLERS } from "./stripe-events";

export const loader = methodNotAllowed;

export async function action({ request, context }: Route.ActionArgs) {
  const { handleWebhook } = await import("~/billing/sync/webhook.server");
  return handleWebhook(request, getPlatform(context), EVENT_HANDLERS);
}
