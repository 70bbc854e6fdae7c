import { expect, test } from "vitest";
import { toSameOriginUrl } from "./api-request.server";

const SITE = "https://studio.example";

test.each([
  ["https://studio.example/dashboard?paid=true", "https://studio.example/dashboard?paid=true"],
  ["HTTPS://Studio.Example:443/a b/../c?name=é", "https://studio.example/c?name=%C3%A9"],
  ["https://studio.example\\settings", "https://studio.example/settings"],
  ["https://studio.example.evil.example/", undefined],
  ["https://evil.example/https://studio.example/", undefined],
  ["http://studio.example/", undefined],
  ["javascript:alert(1)", undefined],
  ["/dashboard", undefined],
])("%s is normalized to %s", (url, expected) => {
  expect(toSameOriginUrl(url, SITE)).toBe(expected);
});
