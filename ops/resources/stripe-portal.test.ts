import { listen } from "local-kit";
import { expect, test } from "vitest";
import { readTarget } from "../lib/target.ts";
import { billingPortal } from "./stripe-portal.ts";

test("in an account without a portal, the doctor names the page, and nothing is written", async () => {
  const requests: string[] = [];
  const account = await listen(({ method }) => {
    requests.push(method);
    return Response.json({ object: "list", data: [], has_more: false });
  }, 0);
  const env = { STRIPE_SECRET_KEY: "sk_test_x", STRIPE_API_URL: account.url };
  const target = readTarget("staging", { env });
  expect((await billingPortal.read(target)).problems).toEqual([
    "no portal yet: press Save at https://dashboard.stripe.com/settings/billing/portal",
  ]);
  await billingPortal.write?.(target);
  expect(requests).toEqual(["GET", "GET"]);
  await account.close();
});
