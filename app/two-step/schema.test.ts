import * as v from "valibot";
import { expect, test } from "vitest";
import { codeSchema } from "./schema";

const app = crypto.randomUUID();

test("a code is read as it was copied", () => {
  expect(v.parse(codeSchema, { app, code: "123 456" }).code).toBe("123456");
});

test.each(["12345", "1234567", "12345a", "¹²³⁴⁵⁶"])("%j is no code", (code) => {
  expect(v.safeParse(codeSchema, { app, code }).issues?.[0].message).toBe("Please check the code");
});
