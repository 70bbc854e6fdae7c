import * as v from "valibot";
import { describe, expect, test } from "vitest";
import {
  atMost,
  MALFORMED_EMAIL,
  optionalText,
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

  test("may leave out a text that is optional, which is normalized like a required one", () => {
    const profile = v.object({ company: optionalText });
    expect(parseForm(profile, createForm({}))).toMatchObject({ value: { company: "" } });
    const parsed = parseForm(profile, createForm({ company: " \0A\r\nB " }));
    expect(parsed).toMatchObject({ value: { company: "A\nB" } });
  });

  test("is empty when it shows nothing, and in NFC with plain line breaks otherwise", () => {
    for (const name of ["\u200B", "\u3164\u2800", "\uFFFC"]) {
      expect(parseForm(schema, createForm({ name, password: "x" }))).toMatchObject({
        error: { fieldErrors: { name: "Please enter a name" } },
      });
    }
    const parsed = parseForm(schema, createForm({ name: "Cafe\u0301\r\nAnn", password: "x" }));
    expect(parsed).toMatchObject({ value: { name: "Café\nAnn" } });
  });

  test("counts characters as people do: an emoji and a line break are one each", () => {
    const text = v.pipe(requiredText("Please enter a text"), atMost(10_000));
    for (const typed of ["😀".repeat(10_000), `${"x".repeat(9_998)}\r\ny`]) {
      expect(v.is(text, typed)).toBe(true);
      expect(v.safeParse(text, `${typed}z`).issues?.[0].message).toBe(
        "Please use at most 10,000 characters",
      );
    }
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

  test("has lists, whose errors and values are at their place", () => {
    const invoice = v.object({
      postcode: v.string(),
      line: v.record(
        v.string(),
        v.object({
          text: requiredText("Please enter a text"),
          price: v.pipe(v.string(), v.digits("Digits")),
        }),
      ),
    });
    const lines = { postcode: "8001", "line.0.text": "Work", "line.0.price": "90" };
    expect(parseForm(invoice, createForm(lines))).toEqual({
      ok: true,
      value: { postcode: "8001", line: { 0: { text: "Work", price: "90" } } },
    });
    const wrong = { ...lines, "line.2.text": "", "line.2.price": "ten" };
    expect(parseForm(invoice, createForm(wrong))).toMatchObject({
      error: {
        fieldErrors: { "line.2.text": "Please enter a text", "line.2.price": "Digits" },
        values: wrong,
      },
    });
  });

  test("has the entries of a list in the order of their index, however they were sent", () => {
    const line = v.record(v.string(), v.object({ text: v.string() }));
    const sent = { "line.10.text": "c", "line.2.text": "b", "line.0.text": "a" };
    const parsed = parseForm(
      v.object({ line: v.pipe(line, v.transform(Object.values)) }),
      createForm(sent),
    );
    expect(parsed).toMatchObject({
      value: { line: [{ text: "a" }, { text: "b" }, { text: "c" }] },
    });
  });

  test("is parsed into no more than was sent, also with lists of one late entry", () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `list${index}.999.a`);
    const form = new FormData();
    for (const name of names) form.append(name, "");
    const parsed = parseForm(v.unknown(), form);
    expect(JSON.stringify(parsed).length).toBeLessThan(5 * names.join("=&").length);
  });

  test.each(["__proto__.0.x", "constructor.0.prototype", "line.0.__proto__"])(
    "with the field %s changes no other object",
    (name) => {
      parseForm(schema, createForm({ [name]: "1", password: "x" }));
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(Object.hasOwn(Object.prototype, "0")).toBe(false);
    },
  );

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

  test.each([
    ...["jo@mill", "jo@mill.", "jo", "@mill.com", "jo smith@mill.com", "jo@mill..com", "jo@.mill"],
    ...["jo.@mill.com", ".jo@mill.com", "jo..lee@mill.com", "jo@-mill.com", "jo@mill,com", "<>"],
    ...[
      "jö@mill.com",
      "jo@mü hle.de",
      '"jo lee"@mill.com',
      "jo@[127.0.0.1]",
      "jo@mill.com?subject=Hi",
    ],
    ...["jo@mill.123", "jo@1.2.3.4", "jo@１.2.3.4", "ªjo@mill.com"],
    ...[
      `${"j".repeat(65)}@mill.com`,
      `jo@${"m.".repeat(124)}coms`,
      `${"<".repeat(100_000)}`,
      `${"%20".repeat(50_000)}x`,
    ],
  ])("is not %.40s", (typed) => {
    expect(v.safeParse(email, typed).issues?.[0].message).toBe(MALFORMED_EMAIL);
  });

  test.each([
    ...["jo@mill.com", "jo+news@mail.mill.co.uk", "o'neil@mill.com", "Jo@xn--mhle-0ra.de"],
    ...["jo@163.com", `${"j".repeat(64)}@mill.com`, `jo@${"m.".repeat(124)}co`],
  ])("can be %.40s", (typed) => {
    expect(v.parse(email, ` ${typed} `)).toBe(typed);
  });

  test("has a domain as mail servers write it", () => {
    expect(v.parse(email, "jo@Mühle.de")).toBe("jo@xn--mhle-0ra.de");
  });

  test("is taken out of what was pasted with it", () => {
    expect(v.parse(email, "Jo \u202A<mailto:jo@mill.com>\u202C;")).toBe("jo@mill.com");
  });

  test("that is missing gets the required message, not the malformed one", () => {
    for (const typed of [" ", "\u200B"]) {
      expect(v.safeParse(email, typed).issues?.[0].message).toBe("Please enter an email");
    }
  });
});
