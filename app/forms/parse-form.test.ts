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

function createForm(entries: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(entries)) form.set(name, value);
  return form;
}

describe("a submitted form", () => {
  test("returns trimmed values, but keeps the spaces of a secret", () => {
    expect(parseForm(schema, createForm({ name: " Ann ", password: " x " }))).toEqual({
      ok: true,
      value: { name: "Ann", password: " x " },
    });
  });

  test("drops NUL, which Postgres cannot store", () => {
    const parsed = parseForm(schema, createForm({ name: "\0A\0nn\0", password: "x" }));
    expect(parsed).toMatchObject({ ok: true, value: { name: "Ann" } });
    expect(parseForm(schema, createForm({ name: "\0", password: "x" }))).toMatchObject({
      error: { fieldErrors: { name: "Please enter a name" } },
    });
  });

  test("returns one message per invalid field, whether empty, blank or absent", () => {
    const parsed = parseForm(schema, createForm({ name: "   " }));
    expect(parsed).toMatchObject({
      ok: false,
      error: { fieldErrors: { name: "Please enter a name", password: "Please enter a password" } },
    });
  });

  test("returns the submitted values, except secrets", () => {
    const parsed = parseForm(schema, createForm({ name: "", password: "hunter2", note: "kept" }));
    expect(parsed).toMatchObject({
      error: { status: "error", values: { name: "", note: "kept" } },
    });
    expect(JSON.stringify(parsed)).not.toContain("hunter2");
  });

  test("ignores files", () => {
    const form = createForm({ password: "x" });
    form.set("name", new Blob(["x"]), "x.txt");
    expect(parseForm(schema, form)).toMatchObject({
      error: { fieldErrors: { name: "Please enter a name" } },
    });
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

  test.each(["jo@mill.com", "jo+news@mail.mill.co.uk", "jö@mühle.de"])("can be %s", (typed) => {
    expect(v.parse(email, ` ${typed} `)).toBe(typed);
  });

  test("that is missing gets the required message, not the malformed one", () => {
    expect(v.safeParse(email, " ").issues?.[0].message).toBe("Please enter an email");
  });
});
