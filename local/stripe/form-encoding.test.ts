import { expect, test } from "vitest";
import { parseForm } from "./form-encoding.ts";

test("nested names become objects and arrays", () => {
  expect(
    parseForm("line_items[0][price]=price_1&line_items[0][quantity]=1&metadata[a b]=c%20d&mode=x"),
  ).toEqual({
    line_items: [{ price: "price_1", quantity: "1" }],
    metadata: { "a b": "c d" },
    mode: "x",
  });
});

test("numbered and empty brackets both make arrays", () => {
  expect(parseForm("expand[0]=a&expand[1]=b")).toEqual({ expand: ["a", "b"] });
  expect(parseForm("expand[]=a&expand[]=b")).toEqual({ expand: ["a", "b"] });
});

test("numbers that do not start at 0 stay names", () => {
  expect(parseForm("metadata[7]=x")).toEqual({ metadata: { 7: "x" } });
});

test("a query string may keep its question mark", () => {
  expect(parseForm("?limit=3")).toEqual({ limit: "3" });
});

test("names of built-in properties are plain names", () => {
  const form = parseForm("__proto__[admin]=1&constructor=x");
  expect(Object.keys(form)).toEqual(["__proto__", "constructor"]);
  expect(Object.getPrototypeOf(form)).toBe(Object.prototype);
});
