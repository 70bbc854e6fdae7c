import { describe, expect, test } from "vitest";
import { formSuccess, refuseForm } from "~/forms/form-result";
import {
  canAsk,
  findTold,
  findWork,
  type ItemIntent,
  type ItemWork,
  isOpen,
  keepWhenLeft,
  reduceItemWork,
} from "./item-work";

const start = (intent: ItemIntent, id: string, key = `${intent} ${id}`): ItemWork => ({
  key,
  intent,
  isOfSeveral: key === "both",
  item: { id, name: "An item", featured: false, createdAt: 0 },
});
const refusal = refuseForm({
  httpStatus: 404,
  code: "items/gone",
  message: "This item no longer exists",
});

describe("the work on a list", () => {
  test("is replaced by what is asked next of the same item, unless it is under way", () => {
    const asked = { type: "asked", work: [start("edit", "a")] } as const;
    const refused = { ...start("feature", "a"), result: refusal };
    const before = [start("type", "a"), refused, start("delete", "b")];
    expect(reduceItemWork(before, asked)).toEqual([start("delete", "b"), start("edit", "a")]);
    const running = [start("feature", "a")];
    expect(reduceItemWork(running, asked)).toEqual([...running, start("edit", "a")]);
  });

  test("shows the latest of an item, and what was refused before that when it is done", () => {
    const [rename, feature] = [start("rename", "a"), start("feature", "a")];
    const refused = reduceItemWork([rename, feature], {
      type: "ended",
      key: rename.key,
      result: refusal,
    });
    expect(findWork(refused, "a")).toEqual(feature);
    const ended = { type: "ended", key: feature.key, result: formSuccess("") } as const;
    expect(findWork(reduceItemWork(refused, ended), "a")).toEqual({ ...rename, result: refusal });
  });

  test("is open while a name is being changed, and after that was refused", () => {
    const refused = { ...start("rename", "a"), result: refusal };
    for (const work of [start("edit", "a"), start("type", "a"), refused]) {
      expect(isOpen(work)).toBe(true);
    }
    const closed = { ...start("edit", "a"), result: refusal };
    for (const work of [start("rename", "a"), start("feature", "a"), closed]) {
      expect(isOpen(work)).toBe(false);
    }
  });

  test.each<ItemIntent>(["feature", "edit"])("forgets a %s that was done", (intent) => {
    const work = start(intent, "a");
    const ended = { type: "ended", key: work.key, result: formSuccess("") } as const;
    expect(reduceItemWork([work, start("edit", "b")], ended)).toEqual([start("edit", "b")]);
  });

  test("keeps what can be undone until it is settled", () => {
    const work = start("delete", "a");
    const result = formSuccess("Deleted “A”", { intent: "restore" });
    const done = reduceItemWork([work], { type: "ended", key: work.key, result });
    expect(done).toEqual([{ ...work, result }]);
    expect(reduceItemWork(done, { type: "settled", key: work.key })).toEqual([]);
  });

  test("tells what became of several items together, and keeps all of them to try again", () => {
    const before = [start("delete", "a", "both"), start("delete", "b", "both")];
    const done = formSuccess("Deleted 2 items", { intent: "restore" });
    for (const result of [done, refusal]) {
      const after = reduceItemWork(before, { type: "ended", key: "both", result });
      expect(after).toEqual(before.map((work) => ({ ...work, result })));
      expect(findTold(after)).toMatchObject({ key: "both", result });
      expect(reduceItemWork(after, { type: "settled", key: "both" })).toEqual([]);
    }
  });

  test("tells a refusal of one item in its row", () => {
    const work = start("feature", "a");
    const after = reduceItemWork([work], { type: "ended", key: work.key, result: refusal });
    expect(findTold(after)).toBeUndefined();
  });

  test("keeps, when its page is left, what runs, what can be undone and what was typed", () => {
    const undoable = formSuccess("Deleted “A”", { intent: "restore" });
    const kept = [
      start("create", "a"),
      { ...start("create", "b"), result: refusal },
      { ...start("rename", "c"), result: refusal },
      { ...start("delete", "d"), result: undoable },
    ];
    const told = [
      { ...start("feature", "e"), result: refusal },
      { ...start("delete", "f"), result: refusal },
      start("edit", "g"),
      start("type", "h"),
    ];
    expect(keepWhenLeft([...told, ...kept])).toEqual(kept);
  });

  test.each<ItemIntent>(["feature", "edit", "delete"])("keeps the refusal of a %s", (intent) => {
    const work = start(intent, "a");
    const ended = { type: "ended", key: work.key, result: refusal } as const;
    expect(reduceItemWork([work], ended)).toEqual([{ ...work, result: refusal }]);
  });

  test("is not changed by the end of work that something else has replaced", () => {
    const before = [start("delete", "a")];
    const ended = { type: "ended", key: "feature a", result: refusal } as const;
    expect(reduceItemWork(before, ended)).toEqual(before);
  });
});

describe("an item", () => {
  test("can be asked anything while nothing is under way, and after a refusal", () => {
    expect(canAsk(undefined, "feature")).toBe(true);
    expect(canAsk({ ...start("delete", "a"), result: refusal }, "delete")).toBe(true);
  });

  test("can be deleted while it is being featured, but not featured twice", () => {
    expect(canAsk(start("feature", "a"), "delete")).toBe(true);
    expect(canAsk(start("feature", "a"), "feature")).toBe(false);
  });

  test.each<ItemIntent>(["feature", "edit", "delete"])(
    "that is being deleted cannot be asked to %s",
    (intent) => {
      expect(canAsk(start("delete", "a"), intent)).toBe(false);
    },
  );
});
