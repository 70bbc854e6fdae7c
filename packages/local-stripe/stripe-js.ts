/**
 * A stand-in for the provider's browser script, `GET /stripe.js`: as much as `loadStripe` of
 * `@stripe/stripe-js` calls. Its version is the release the package expects, so that it stays quiet.
 */
import Stripe from "stripe";

const RELEASE = Stripe.API_VERSION.split(".")[1];

const SCRIPT = `(function () {
  function Stripe(publishableKey) {
    if (typeof publishableKey !== "string") throw new Error("Missing value for Stripe(): apiKey should be a string.");
    return {
      _registerWrapper: function () {},
      registerAppInfo: function () {}
    };
  }
  Stripe.version = ${JSON.stringify(RELEASE)};
  window.Stripe = Stripe;
})();
`;

/** Any site may load it, also one that isolates itself from other origins. */
export function stripeScript(): Response {
  return new Response(SCRIPT, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "no-cache",
    },
  });
}
