import Stripe from "stripe";
import { expect, test } from "vitest";
import { validateCall, validateEvent, validateRequest } from "./contract.ts";

const CUSTOMER = {
  id: "cus_1",
  object: "customer",
  created: 1,
  livemode: false,
  default_source: null,
  description: null,
  email: null,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  shipping: null,
  metadata: {},
};

function validateResponse(body: object) {
  return validateCall({
    method: "GET",
    path: "/v1/customers/cus_1",
    parameters: "",
    status: 200,
    response: JSON.stringify(body),
  });
}

test("a valid response has no violations", () => {
  expect(validateResponse(CUSTOMER)).toEqual([]);
});

test("an unknown field is a violation", () => {
  expect(validateResponse({ ...CUSTOMER, color: "red" }).join()).toContain(
    '"additionalProperty":"color"',
  );
});

test("an unknown parameter or invalid value is a violation", () => {
  const request = (parameters: string) =>
    validateRequest({ method: "POST", path: "/v1/checkout/sessions", parameters });
  expect(request("mode=subscription&line_items[0][quantity]=1")).toEqual([]);
  expect(request("color=red").join()).toContain('"additionalProperty":"color"');
  expect(request("mode=barter").join()).toContain("/mode must be equal to one of");
  expect(request("line_items[0][quantity]=two").join()).toContain("/line_items/0/quantity");
});

test("an operation missing from the description is a violation", () => {
  expect(validateRequest({ method: "GET", path: "/v1/charges", parameters: "" })).toEqual([
    "GET /v1/charges is not described",
  ]);
});

test("events are validated including their objects", () => {
  const event = {
    id: "evt_1",
    object: "event",
    api_version: Stripe.API_VERSION,
    created: 1,
    livemode: false,
    pending_webhooks: 0,
    request: { id: null, idempotency_key: null },
    type: "customer.created",
    data: { object: CUSTOMER },
  };
  expect(validateEvent(JSON.stringify(event))).toEqual([]);
  const wrong = { ...event, data: { object: { ...CUSTOMER, color: "red" } } };
  expect(validateEvent(JSON.stringify(wrong)).join()).toContain('"additionalProperty":"color"');
});
