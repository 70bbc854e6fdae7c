import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { itemActionSchema } from "./schema.server";

const THREAD = "\u{1F9F5}";

const restore = (name: string) =>
  v.safeParse(itemActionSchema, {
    intent: "restore",
    id: crypto.randomUUID(),
    name,
    featured: "false",
    createdAt: "1",
  });

describe("item name", () => {
  it("is limited in code points, as in the database: an emoji counts as one", () => {
    const create = (name: string) => v.safeParse(itemActionSchema, { intent: "create", name });
    expect(create(THREAD.repeat(200)).success).toBe(true);
    expect(create(THREAD.repeat(201)).success).toBe(false);
  });

  it("must contain visible text", () => {
    const blank = "\u200B\u3164";
    const { issues } = v.safeParse(itemActionSchema, { intent: "create", name: blank });
    expect(issues?.[0].message).toBe("Please enter a name");
    expect(restore(blank).success).toBe(false);
  });

  it("is restored unchanged, with any name the database accepts", () => {
    const { success, output } = restore(` ${THREAD.repeat(199)}`);
    expect(success).toBe(true);
    expect(output).toMatchObject({ name: ` ${THREAD.repeat(199)}`, featured: false, createdAt: 1 });
    expect(restore("x".repeat(201)).success).toBe(false);
    expect(restore("").success).toBe(false);
    expect(restore("\0").success).toBe(false);
  });
});
