import { expect, test } from "vitest";
import { createCookieJar } from "~/platform/cookie-jar.server";
import { isFirstVisitAfterCheckout } from "./checkout-greeting.server";

/** One request after the other from the same browser: what each queues is sent with the next. */
function browser() {
  let header = "";
  return (subscription: string) => {
    const cookies = createCookieJar(header, false);
    const greets = isFirstVisitAfterCheckout({ cookies }, subscription);
    header = cookies
      .all()
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    return greets;
  };
}

test("a subscription is greeted once, and the next one again", () => {
  const visit = browser();
  expect(["sub_1", "sub_1", "sub_2", "sub_2"].map(visit)).toEqual([true, false, true, false]);
});
