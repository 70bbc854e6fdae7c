import * as v from "valibot";
import { expect, test } from "vitest";
import { profileSchema } from "./schema";

test("an account without an address saves its name", () => {
  const saved = v.parse(profileSchema(""), { name: "Ann", email: "" });
  expect(saved).toMatchObject({ name: "Ann", email: "" });
});

test("an account with an address keeps one", () => {
  const { issues } = v.safeParse(profileSchema("ann@example.com"), { name: "Ann", email: " " });
  expect(issues?.map(({ message }) => message)).toEqual(["Please enter your email"]);
});
