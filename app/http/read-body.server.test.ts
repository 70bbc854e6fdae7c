import { describe, expect, test } from "vitest";
import { drainBody, readForm, readFormWithFiles, readJsonBody } from "./read-body.server";

function post(body: string, headers: Record<string, string> = {}) {
  return new Request("http://site.example/", {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json", ...headers },
  });
}

test.each([
  "application/json",
  "application/json; charset=utf-8",
  'Application/JSON;charset="UTF-8"',
])("a body of type %s is read", async (type) => {
  const result = await readJsonBody(post('{"a":"é"}', { "Content-Type": type }), 100);
  expect(result).toEqual({ ok: true, value: '{"a":"é"}' });
});

test("the text keeps every byte, including a byte order mark", async () => {
  const result = await readJsonBody(post("\uFEFF{}"), 100);
  expect(result).toEqual({ ok: true, value: "\uFEFF{}" });
});

test("a body of exactly the limit is read, one byte more is not", async () => {
  expect(await readJsonBody(post("x".repeat(10)), 10)).toMatchObject({ ok: true });
  expect(await readJsonBody(post("x".repeat(11)), 10)).toMatchObject({
    ok: false,
    error: { status: 413 },
  });
});

test("an endless body is canceled", async () => {
  let chunks = 0;
  let isCanceled = false;
  const endless = new ReadableStream({
    pull(controller) {
      chunks += 1;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
    cancel() {
      isCanceled = true;
    },
  });
  const headers = { "Content-Type": "application/json" };
  const init = { method: "POST", body: endless, duplex: "half", headers };
  const request = new Request("http://site.example/", init);
  expect(await readJsonBody(request, 1_000)).toMatchObject({ error: { status: 413 } });
  expect(isCanceled).toBe(true);
  expect(chunks).toBeLessThan(25);
});

test.each<[string, Record<string, string>]>([
  ["another type", { "Content-Type": "text/plain" }],
  ["another character set", { "Content-Type": "application/json; charset=iso-8859-1" }],
  ["compression", { "Content-Encoding": "br" }],
])("%s is rejected", async (_, headers) => {
  expect(await readJsonBody(post("{}", headers), 100)).toMatchObject({
    ok: false,
    error: { status: 415 },
  });
});

describe("a form", () => {
  const post = (body: string, type?: string) =>
    new Request("https://site.example/contact", {
      method: "POST",
      body: new TextEncoder().encode(body),
      headers: type === undefined ? {} : { "Content-Type": type },
    });
  const FORM = "application/x-www-form-urlencoded;charset=UTF-8";

  test("is parsed with repeated fields", async () => {
    expect([...(await readForm(post("name=Ann&name=Bo&note=a%20b+c", FORM), 100))]).toEqual([
      ["name", "Ann"],
      ["name", "Bo"],
      ["note", "a b c"],
    ]);
  });

  test.each(["text/plain", "multipart/form-data", "application/json", undefined])(
    "with an empty body is empty, whatever its type (%s)",
    async (type) => {
      expect([...(await readForm(post("", type), 100))]).toEqual([]);
    },
  );

  test("that is too long is rejected", async () => {
    await expect(readForm(post("x".repeat(101), FORM), 100)).rejects.toMatchObject({
      data: { message: "That’s more than we can accept at once." },
      init: { status: 413 },
    });
  });

  test.each(["text/plain", "multipart/form-data; boundary=x", undefined])(
    "with the type %s is rejected",
    async (type) => {
      await expect(readForm(post("name=Ann", type), 100)).rejects.toMatchObject({
        data: { message: "This page only accepts forms." },
        init: { status: 415 },
      });
    },
  );
});

describe("a form with files", () => {
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    new Request("https://site.example/uploads", { method: "POST", body, headers });
  const makeUpload = (bytes: number) => {
    const form = new FormData();
    form.set("title", "Plan");
    form.set("file", new File([new Uint8Array(bytes)], "plan.pdf", { type: "application/pdf" }));
    return form;
  };

  test("is parsed with its fields", async () => {
    const form = await readFormWithFiles(post(makeUpload(300_000)));
    expect(form.get("title")).toBe("Plan");
    expect(form.get("file")).toMatchObject({ name: "plan.pdf", size: 300_000 });
  });

  test("may have none", async () => {
    const form = await readFormWithFiles(post(new URLSearchParams({ title: "Plan" })));
    expect([...form]).toEqual([["title", "Plan"]]);
  });

  test("that is too long is rejected", async () => {
    await expect(readFormWithFiles(post(makeUpload(5_242_880)))).rejects.toMatchObject({
      init: { status: 413 },
    });
  });

  test("that is malformed is rejected", async () => {
    const request = post("title=Plan", { "Content-Type": "multipart/form-data; boundary=x" });
    await expect(readFormWithFiles(request)).rejects.toMatchObject({ init: { status: 415 } });
  });
});

test("a body whose sender goes away is an expected error of each reader", async () => {
  const leave = () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new TypeError("Network connection lost.")),
    });
    const headers = { "Content-Type": "application/json" };
    const init = { method: "POST", body, duplex: "half", headers };
    return new Request("http://site.example/", init);
  };
  expect(await readJsonBody(leave(), 10)).toMatchObject({ ok: false, error: { status: 400 } });
  await expect(readForm(leave())).rejects.toMatchObject({ init: { status: 400 } });
  await drainBody(leave());
});
