import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { linkNotice } from "~/content/auth/auth-pages";
import { SignedInNotice } from "./auth-title";

test.each([
  ["a guest", null, linkNotice.guest],
  ["a user", "ann@example.com", "You are signed in as ann@example.com. If this link"],
  ["a user without an address", "", "You are signed in. If this link belongs to another account"],
])("%s is told what a link will do", (_, email, text) => {
  expect(renderToStaticMarkup(<SignedInNotice email={email} />)).toContain(text);
});
