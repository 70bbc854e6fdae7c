import { describe, expect, test, vi } from "vitest";
import { formSuccess, refuseForm } from "~/forms/form-result";
import type { Item } from "./item";
import { createItemWork, openItemWork } from "./item-work-list";

const item = (id: string): Item => ({ id, name: `Item ${id}`, featured: false, createdAt: 0 });
const refusal = refuseForm({ httpStatus: 422, code: "items/full", message: "Your list is full" });
const neverAnswered = () => new Promise<undefined>(() => {});

describe("the list of work", () => {
  test("sends what is asked for as a form, and hands on its answer", async () => {
    const send = vi.fn(async () => refusal);
    const list = createItemWork(send);
    list.ask({ intent: "feature", items: [item("a"), item("b")], featured: true });
    const [{ key } = { key: "" }] = list.read();
    expect(send).toHaveBeenCalledExactlyOnceWith(
      { intent: "feature", id: "a,b", name: "Item a", featured: "true" },
      key,
    );
    expect(await list.answerTo(key)).toEqual(refusal);
    list.end(key, refusal);
    expect(list.read().map(({ result }) => result)).toEqual([refusal, refusal]);
  });

  test("sends nothing for what is only opened, and nothing twice", () => {
    const send = vi.fn(neverAnswered);
    const list = createItemWork(send);
    list.ask({ intent: "edit", items: [item("a")] });
    expect(send).not.toHaveBeenCalled();
    list.ask({ intent: "feature", items: [item("a")], featured: true });
    list.ask({ intent: "feature", items: [item("a")], featured: true });
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
