import { describe, expect, test, vi } from "vitest";
import { type FormResult, formSuccess, refuseForm } from "~/forms/form-result";
import type { Item } from "./item";
import { findWork } from "./item-work";
import { createItemWork, openItemWork } from "./item-work-list";

const item = (id: string): Item => ({ id, name: `Item ${id}`, featured: false, createdAt: 0 });
const refusal = refuseForm({ httpStatus: 422, code: "items/full", message: "Your list is full" });
const neverAnswered = () => new Promise<undefined>(() => {});

/** A list whose forms are answered by hand, oldest first. */
function listOf() {
  const sent: { readonly fields: Readonly<Record<string, string>>; readonly answer: () => void }[] =
    [];
  const list = createItemWork((fields) => {
    return new Promise<FormResult>((resolve) => {
      sent.push({ fields, answer: () => resolve(formSuccess("")) });
    });
  });
  const intents = () => sent.map(({ fields }) => fields.intent);
  return { list, sent, intents };
}

const afterAnswers = () => new Promise((resolve) => setTimeout(resolve));

describe("the list of work", () => {
  test("sends what is asked for as a form, and hands on its answer", async () => {
    const send = vi.fn(async () => refusal);
    const list = createItemWork(send);
    list.ask({ intent: "feature", items: [item("a"), item("b")], featured: true });
    const [{ key } = { key: "" }] = list.read();
    expect(await list.answerTo(key)).toEqual(refusal);
    expect(send).toHaveBeenCalledExactlyOnceWith(
      { intent: "feature", id: "a,b", name: "Item a", featured: "true" },
      key,
    );
    list.end(key, refusal);
    expect(list.read().map(({ result }) => result)).toEqual([refusal, refusal]);
  });

  test("sends nothing for what is only opened, and nothing twice", async () => {
    const send = vi.fn(neverAnswered);
    const list = createItemWork(send);
    list.ask({ intent: "edit", items: [item("a")] });
    await afterAnswers();
    expect(send).not.toHaveBeenCalled();
    list.ask({ intent: "feature", items: [item("a")], featured: true });
    list.ask({ intent: "feature", items: [item("a")], featured: true });
    await afterAnswers();
    expect(send).toHaveBeenCalledTimes(1);
  });

  test("forgets work that no answer came to", async () => {
    const list = createItemWork(async () => undefined);
    list.ask({ intent: "create", items: [item("a")] });
    const [{ key } = { key: "" }] = list.read();
    list.end(key, await list.answerTo(key));
    expect(list.read()).toEqual([]);
  });

  test("tells of a change those who listen to its item, and those who listen to all", () => {
    const list = createItemWork(neverAnswered);
    const [ofA, ofB, ofAll] = [vi.fn(), vi.fn(), vi.fn()];
    list.subscribe(ofA, "a");
    list.subscribe(ofB, "b");
    const stop = list.subscribe(ofAll);
    list.ask({ intent: "edit", items: [item("a")] });
    expect([ofA, ofB, ofAll].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1]);
    stop();
    list.leave();
    expect([ofA, ofB, ofAll].map(({ mock }) => mock.calls.length)).toEqual([2, 0, 1]);
  });
});

describe("the work of a session", () => {
  test("is there again after its page was left, and only in that session", async () => {
    const first = openItemWork("first", async () => formSuccess("", { intent: "restore" }));
    first.ask({ intent: "create", items: [item("a")] });
    first.leave();
    expect(openItemWork("first", neverAnswered)).toBe(first);
    expect(first.read()).toHaveLength(1);
    expect(openItemWork("second", neverAnswered).read()).toEqual([]);
    expect(openItemWork("first", neverAnswered).read()).toEqual([]);
  });

  test("is kept for nobody where the session is not known", () => {
    const unknown = openItemWork(undefined, neverAnswered);
    unknown.ask({ intent: "create", items: [item("a")] });
    expect(openItemWork(undefined, neverAnswered).read()).toEqual([]);
  });
});

describe("of one item", () => {
  test("the list shows all that is under way", () => {
    const { list } = listOf();
    list.ask({ intent: "rename", items: [{ ...item("a"), name: "New" }] });
    list.ask({ intent: "feature", items: [item("a")], featured: true });
    expect(findWork(list.read(), "a")?.item).toEqual({ ...item("a"), name: "New", featured: true });
    list.ask({ intent: "rename", items: [{ ...item("a"), name: "Newer" }] });
    expect(findWork(list.read(), "a")?.item).toEqual({
      ...item("a"),
      name: "Newer",
      featured: true,
    });
  });

  test("what is asked is sent in that order, each after the answer to the one before", async () => {
    const { list, sent, intents } = listOf();
    list.ask({ intent: "rename", items: [{ ...item("a"), name: "New" }] });
    list.ask({ intent: "feature", items: [item("a")], featured: true });
    list.ask({ intent: "rename", items: [{ ...item("a"), name: "Newer" }] });
    await afterAnswers();
    expect(intents()).toEqual(["rename"]);
    sent[0]?.answer();
    await afterAnswers();
    expect(intents()).toEqual(["rename", "feature"]);
    sent[1]?.answer();
    await afterAnswers();
    expect(sent[2]?.fields).toMatchObject({ intent: "rename", name: "Newer" });
  });

  test("other items do not wait for it", async () => {
    const { list, intents } = listOf();
    list.ask({ intent: "rename", items: [{ ...item("a"), name: "New" }] });
    list.ask({ intent: "feature", items: [item("b")], featured: true });
    await afterAnswers();
    expect(intents()).toEqual(["rename", "feature"]);
  });
});
