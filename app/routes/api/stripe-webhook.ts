import { methodNotAllowed } from "~/platform/api.server";
import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/stripe-webhook";

export const loader = methodNotAllowed;

/** Stripe's deliveries. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return methodNotAllowed();
  const { handleWebhook } = await import("~/billing/webhook.server");
  return handleWebhook(request, getPlatform(context));
}
