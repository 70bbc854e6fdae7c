import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SignedInNotice } from "./signed-in-notice";

test.each([
  [
    "a guest",
    null,
    "You’ll be signed in to the account that this link was sent to. Continue only if you requested it.",
  ],
  ["a user", "ann@example.com", "You are signed in as ann@example.com. If this link"],
])("%s is told what a link will do", (_, email, text) => {
  expect(renderToStaticMarkup(<SignedInNotice email={email} />)).toContain(text);
});
