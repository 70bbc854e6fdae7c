/**
 * A minimal Stripe.js at `GET /stripe.js`, sufficient for `loadStripe` of `@stripe/stripe-js`. Its version is
 * the release the package expects, which avoids a console warning.
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
  // The cookies of Stripe's fraud detection: https://stripe.com/legal/cookies-policy
  document.cookie = "__stripe_mid=local; path=/; max-age=31536000; samesite=strict";
  document.cookie = "__stripe_sid=local; path=/; max-age=1800; samesite=strict";
})();
`;

/** Allows cross-origin loading, including by cross-origin isolated pages. */
export function serveStripeJs(): Response {
  return new Response(SCRIPT, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "no-cache",
    },
  });
}
