import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { itemActionSchema, itemNameSchema } from "./schema";

const THREAD = "\u{1F9F5}";

const restore = (name: string) =>
  v.safeParse(itemActionSchema, {
    intent: "restore",
    items: JSON.stringify([{ id: crypto.randomUUID(), name, featured: false, createdAt: 1 }]),
  });

describe("the name of an item", () => {
  it("has as many characters as the database takes, an emoji being one", () => {
    expect(v.is(itemNameSchema, { name: THREAD.repeat(200) })).toBe(true);
    expect(v.is(itemNameSchema, { name: THREAD.repeat(201) })).toBe(false);
  });

  it.each([
    ["a zero-width space", "\u200B"],
    ["a zero-width joiner between spaces", " \u200D\u00A0"],
    ["a Hangul filler", "\u3164"],
    ["an empty braille pattern", "\u2800"],
    ["a mark of direction", "\u202E"],
  ])("is not %s alone, which would leave the row blank", (_, name) => {
    expect(v.is(itemNameSchema, { name })).toBe(false);
    expect(restore(name).success).toBe(false);
  });

  it("may have such characters among others, as an emoji of a family has", () => {
    const family = "\u{1F469}\u200D\u{1F467}";
    expect(v.parse(itemNameSchema, { name: family })).toEqual({ name: family });
    expect(v.is(itemNameSchema, { name: "\u202Bא" })).toBe(true);
  });

  it("comes back from a deletion as it was, whatever the database took", () => {
    const { success, output } = restore(` ${THREAD.repeat(199)}`);
    expect(success).toBe(true);
    expect(output).toMatchObject({ items: [{ name: ` ${THREAD.repeat(199)}` }] });
    expect(restore("x".repeat(201)).success).toBe(false);
    expect(restore("").success).toBe(false);
    expect(restore("\0").success).toBe(false);
  });
});
