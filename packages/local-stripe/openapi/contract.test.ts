import Stripe from "stripe";
import { expect, test } from "vitest";
import { checkCall, checkEvent, checkRequest } from "./contract.ts";

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

function answered(answer: object) {
  return checkCall({
    method: "GET",
    path: "/v1/customers/cus_1",
    parameters: "",
    status: 200,
    answer: JSON.stringify(answer),
  });
}

test("an answer as described is right", () => {
  expect(answered(CUSTOMER)).toEqual([]);
});

test("a field that Stripe does not send is found", () => {
  expect(answered({ ...CUSTOMER, colour: "red" }).join()).toContain(
    '"additionalProperty":"colour"',
  );
});

test("a field that Stripe always sends is missed", () => {
  const { livemode: _, ...rest } = CUSTOMER;
  expect(answered(rest).join()).toContain('"missingProperty":"livemode"');
});

test("a field of the wrong type is found", () => {
  expect(answered({ ...CUSTOMER, created: "today" }).join()).toContain("/created must be integer");
});

test("a parameter that Stripe does not know is found, and a value that it does not take", () => {
  const request = (parameters: string) =>
    checkRequest({ method: "POST", path: "/v1/checkout/sessions", parameters });
  expect(request("mode=subscription&line_items[0][quantity]=1")).toEqual([]);
  expect(request("colour=red").join()).toContain('"additionalProperty":"colour"');
  expect(request("mode=barter").join()).toContain("/mode must be equal to one of");
  expect(request("line_items[0][quantity]=two").join()).toContain("/line_items/0/quantity");
});

test("a call that is not described at all is found", () => {
  expect(checkRequest({ method: "GET", path: "/v1/charges", parameters: "" })).toEqual([
    "GET /v1/charges is not described",
  ]);
});

test("an event is looked into, its object too", () => {
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
  expect(checkEvent(JSON.stringify(event))).toEqual([]);
  const wrong = { ...event, data: { object: { ...CUSTOMER, colour: "red" } } };
  expect(checkEvent(JSON.stringify(wrong)).join()).toContain('"additionalProperty":"colour"');
});
