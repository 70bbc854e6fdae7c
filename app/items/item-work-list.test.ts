import { expect, test } from "vitest";
import { type FormResult, formSuccess } from "~/forms/form-result";
import { findWork } from "./item-work";
import { createItemWork } from "./item-work-list";

const item = { id: "a", name: "Old", featured: false, createdAt: 0 };

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

test("an item shows all that is under way with it", () => {
  const { list } = listOf();
  list.ask({ intent: "rename", items: [{ ...item, name: "New" }] });
  list.ask({ intent: "feature", items: [item], featured: true });
  expect(findWork(list.read(), "a")?.item).toEqual({ ...item, name: "New", featured: true });
  list.ask({ intent: "rename", items: [{ ...item, name: "Newer" }] });
  expect(findWork(list.read(), "a")?.item).toEqual({ ...item, name: "Newer", featured: true });
});

test("what is asked of one item is sent in that order, each after the answer to the one before", async () => {
  const { list, sent, intents } = listOf();
  list.ask({ intent: "rename", items: [{ ...item, name: "New" }] });
  list.ask({ intent: "feature", items: [item], featured: true });
  list.ask({ intent: "rename", items: [{ ...item, name: "Newer" }] });
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
  list.ask({ intent: "rename", items: [{ ...item, name: "New" }] });
  list.ask({ intent: "feature", items: [{ ...item, id: "b" }], featured: true });
  await afterAnswers();
  expect(intents()).toEqual(["rename", "feature"]);
});
