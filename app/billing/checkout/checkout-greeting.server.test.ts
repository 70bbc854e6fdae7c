import { expect, test } from "vitest";
import { createCookieJar } from "~/platform/cookie-jar.server";
import { isFirstVisitAfterCheckout } from "./checkout-greeting.server";

/** Requests from one browser: each sends the cookies that the previous one set. */
function createBrowser() {
  let header = "";
  return (subscription: string) => {
    const cookies = createCookieJar(header, false);
    const isFirst = isFirstVisitAfterCheckout({ cookies }, subscription);
    header = cookies
      .all()
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    return isFirst;
  };
}

test("each subscription is greeted once", () => {
  const visit = createBrowser();
  expect(["sub_1", "sub_1", "sub_2", "sub_2"].map(visit)).toEqual([true, false, true, false]);
});
