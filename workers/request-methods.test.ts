import { expect, test } from "vitest";
import { allowedMethods, isWriteOnly } from "./request-methods";

const page = () => null;
const load = () => null;
const act = () => null;

/** As much of a build as says what its routes answer. */
const routes = {
  root: { id: "root", path: "", module: { default: page } },
  home: { id: "home", parentId: "root", index: true, module: { default: page } },
  form: { id: "form", parentId: "root", path: "contact", module: { default: page, action: act } },
  area: { id: "area", parentId: "root", module: { default: page, loader: load } },
  item: { id: "item", parentId: "area", path: "items/:id", module: { loader: load } },
  hook: { id: "hook", parentId: "area", path: "hooks/:name", module: { action: act } },
};
const build = { routes };

test.each([
  ["/", ["GET", "HEAD", "OPTIONS"]],
  ["/_root.data", ["GET", "HEAD", "OPTIONS"]],
  ["/contact", ["GET", "HEAD", "POST", "OPTIONS"]],
  ["/contact.data", ["GET", "HEAD", "POST", "OPTIONS"]],
  ["/items/7", ["GET", "HEAD", "OPTIONS"]],
  ["/hooks/stripe", ["POST", "OPTIONS"]],
  ["/nowhere", ["OPTIONS"]],
])("%s answers what its route's module has functions for", (path, methods) => {
  expect(allowedMethods(build, path)).toEqual(methods);
});

test("a path that only takes POST is known by its pattern", () => {
  expect(isWriteOnly(build, "/hooks/stripe")).toBe(true);
  for (const path of ["/", "/contact", "/items/7", "/nowhere"]) {
    expect(isWriteOnly(build, path)).toBe(false);
  }
});
