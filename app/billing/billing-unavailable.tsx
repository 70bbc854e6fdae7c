import { Alert } from "~/ui/alert";
import { buttonClass } from "~/ui/button";
import { Card } from "~/ui/card";

/** In the place of the billing portal while the payment service does not answer. */
export function BillingUnavailable() {
  return (
    <Card className="grid gap-5">
      <h2 className="text-subheading">Billing</h2>
      <Alert type="error">
        The payment service does not answer right now. Your plan is not affected; please try again
        in a moment.
      </Alert>
      <div>
        <a href="/settings/billing" className={buttonClass("secondary")}>
          Try again
        </a>
      </div>
    </Card>
  );
}
