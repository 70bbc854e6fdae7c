import * as v from "valibot";
import { describe, expect, test } from "vitest";
import {
  MALFORMED_EMAIL,
  parseForm,
  requiredEmail,
  requiredSecret,
  requiredText,
} from "./parse-form";

const schema = v.object({
  name: requiredText("Please enter a name"),
  password: requiredSecret("Please enter a password"),
});

function formOf(entries: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(entries)) form.set(name, value);
  return form;
}

describe("a submitted form", () => {
  test("gives typed, trimmed values, but keeps the spaces of a secret", () => {
    expect(parseForm(schema, formOf({ name: " Ann ", password: " x " }))).toEqual({
      ok: true,
      value: { name: "Ann", password: " x " },
    });
  });

  test("loses the one character that Postgres cannot store", () => {
    const parsed = parseForm(schema, formOf({ name: "\0A\0nn\0", password: "x" }));
    expect(parsed).toMatchObject({ ok: true, value: { name: "Ann" } });
    expect(parseForm(schema, formOf({ name: "\0", password: "x" }))).toMatchObject({
      fieldErrors: { name: "Please enter a name" },
    });
  });

  test("gives one message for each wrong field, whether empty, blank or absent", () => {
    const parsed = parseForm(schema, formOf({ name: "   " }));
    expect(parsed).toMatchObject({
      ok: false,
      fieldErrors: { name: "Please enter a name", password: "Please enter a password" },
    });
  });

  test("is sent back with what was typed, except secrets", () => {
    const parsed = parseForm(schema, formOf({ name: "", password: "hunter2", note: "kept" }));
    expect(parsed).toMatchObject({
      result: { status: "error", values: { name: "", note: "kept" } },
    });
    expect(JSON.stringify(parsed)).not.toContain("hunter2");
  });

  test("ignores files", () => {
    const form = formOf({ password: "x" });
    form.set("name", new Blob(["x"]), "x.txt");
    expect(parseForm(schema, form)).toMatchObject({ fieldErrors: { name: "Please enter a name" } });
  });
});

describe("an email address", () => {
  const email = requiredEmail("Please enter an email");

  test.each(["jo@mill", "jo@mill.", "jo", "@mill.com", "jo smith@mill.com"])(
    "is not %s",
    (typed) => {
      expect(v.safeParse(email, typed).issues?.[0].message).toBe(MALFORMED_EMAIL);
    },
  );

  test.each(["jo@mill.com", "jo+news@mail.mill.co.uk", "jö@mühle.de"])("may be %s", (typed) => {
    expect(v.parse(email, ` ${typed} `)).toBe(typed);
  });

  test("that is missing is asked for, not called malformed", () => {
    expect(v.safeParse(email, " ").issues?.[0].message).toBe("Please enter an email");
  });
});
