import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { customers, items, users } from "#drizzle/schema";
import { exportAccount } from "~/account/export.server";
import { readForm } from "~/http/read-body.server";
import { makeSession } from "../../tests/support/fixtures";
import {
  asLiveUserId,
  createPerson,
  openPlatform,
  openSession,
  type Person,
} from "../../tests/support/worker/fixtures";
import { decodeCursor } from "./cursor";
import { type Item, NAME_MAX } from "./item";
import { parseItemAction, runItemAction } from "./item-action.server";
import {
  createItem,
  deleteItem,
  itemPageColumn,
  type PageRange,
  readItem,
  renameItem,
  restoreItem,
  setItemFeatured,
} from "./items.server";

const platform = openPlatform();
const { planCatalog: catalog } = platform.config;
afterAll(() => platform.database.close());

async function createOwner(person?: Person) {
  const database = await platform.database.get();
  const owner = asLiveUserId((person ?? (await createPerson(platform))).userId);
  const add = async (name: string, id: string = crypto.randomUUID()) => {
    await createItem(database, owner, { id, name });
    return id;
  };
  const list = () => database.select().from(items).where(eq(items.owner, owner));
  const subscribe = () =>
    database.insert(customers).values({
      userId: owner,
      stripePriceId: catalog.prices.pro,
      stripeSubscriptionStatus: "active",
    });
  return { database, owner, add, list, subscribe };
}

type Owner = Awaited<ReturnType<typeof createOwner>>;

async function readItemPage({ database, owner }: Owner, range: PageRange) {
  const [row] = await database
    .select({ page: itemPageColumn(database, owner, range) })
    .from(users)
    .where(eq(users.id, owner));
  if (!row) throw new Error("Unknown user");
  return row.page;
}

async function createOwnerWithItem() {
  const person = await createOwner();
  const { database } = person;
  const id = await person.add("First");
  const read = async () => (await database.select().from(items).where(eq(items.id, id)))[0];
  return { ...person, id, read };
}

describe("an item", () => {
  test("is read, renamed and deleted by its owner", async () => {
    const { database, owner, id, read } = await createOwnerWithItem();
    expect(await readItem(database, owner, id)).toMatchObject({ id, name: "First" });
    expect(await renameItem(database, owner, { id, name: "Second" })).toBe("done");
    expect(await read()).toMatchObject({ name: "Second" });
    expect(await deleteItem(database, owner, id)).toMatchObject({ id, name: "Second" });
    expect(await read()).toBeUndefined();
  });

  test("does not exist for other users", async () => {
    const { database, id, read } = await createOwnerWithItem();
    const stranger = await createOwnerWithItem();
    await stranger.subscribe();
    expect(await readItem(database, stranger.owner, id)).toBeUndefined();
    expect(await renameItem(database, stranger.owner, { id, name: "Mine" })).toBe("gone");
    expect(await deleteItem(database, stranger.owner, id)).toBeUndefined();
    const attack = { id, featured: true, catalog };
    expect(await setItemFeatured(database, stranger.owner, attack)).toBe("gone");
    expect(await read()).toMatchObject({ name: "First", featured: false });
  });
});

describe("adding an item", () => {
  test("is idempotent for the same form", async () => {
    const { add, list } = await createOwner();
    const id = await add("Only one");
    await add("Only one", id);
    expect(await list()).toHaveLength(1);
  });

  test("with a known id and another name adds another item", async () => {
    const { add, list } = await createOwner();
    const id = await add("First name");
    await add("Other name", id);
    expect((await list()).map(({ name }) => name).toSorted()).toEqual(["First name", "Other name"]);
  });

  test("with another user's id succeeds and leaves their item unchanged", async () => {
    const { id, read } = await createOwnerWithItem();
    const stranger = await createOwner();
    await stranger.add("Mine", id);
    expect(await stranger.list()).toEqual([expect.objectContaining({ name: "Mine" })]);
    expect(await read()).toMatchObject({ name: "First" });
  });
});

/** The largest item. The compiler asks for each new column: the undo form must restore it, too. */
const LARGEST: Required<Omit<typeof items.$inferInsert, "owner" | "updatedAt">> = {
  id: "5f0c6d7e-8f90-4e5a-8a51-0b7e3c1a9f2d",
  name: "\u{1F9F5}".repeat(NAME_MAX),
  featured: true,
  createdAt: new Date("2026-01-01"),
};

describe("a deleted item", () => {
  /**
   * The item that the dashboard reads from the form that undoes a deletion; undefined if it rejects the form.
   */
  async function parseUndo(undo: Readonly<Record<string, string>>) {
    const body = new URLSearchParams(undo);
    const request = new Request("http://localhost", { method: "POST", body });
    const action = parseItemAction(await readForm(request));
    return action.ok && action.value.intent === "restore" ? action.value : undefined;
  }

  test("is restored in its old place with every column", async () => {
    const person = await createPerson(platform);
    const session = await openSession(platform, person);
    const { database, owner, list, subscribe } = await createOwner(person);
    await subscribe();
    await database.insert(items).values({ ...LARGEST, owner });
    const [before] = await list();
    const context = { database, session, catalog, fields: {} };
    const result = await runItemAction({ intent: "delete", id: LARGEST.id }, context);
    if (result.status !== "success" || !result.undo) throw new Error("Nothing can be undone");
    const item = await parseUndo(result.undo);
    if (!item) throw new Error("The undo form is rejected");
    await restoreItem(database, owner, { item, catalog });
    const [after] = await list();
    expect({ ...after, updatedAt: before?.updatedAt }).toEqual(before);
  });

  test("does not overwrite another user's item", async () => {
    const { database, id, read } = await createOwnerWithItem();
    const stranger = await createOwner();
    const item = { id, name: "Mine", featured: false, createdAt: Date.now() };
    await restoreItem(database, stranger.owner, { item, catalog });
    expect(await read()).toMatchObject({ name: "First" });
  });
});

describe("a full list", () => {
  async function createFullOwner() {
    const person = await createOwner();
    const rows = Array.from({ length: 10_000 }, () => ({ owner: person.owner, name: "One" }));
    for (let start = 0; start < rows.length; start += 2_500) {
      await person.database.insert(items).values(rows.slice(start, start + 2_500));
    }
    return person;
  }

  test("rejects another item until one is deleted", async () => {
    const person = await createFullOwner();
    const { database, owner } = person;
    const item = { id: crypto.randomUUID(), name: "Too many" };
    expect(await createItem(database, owner, item)).toBe("full");
    expect(await readItem(database, owner, item.id)).toBeUndefined();
    const { items: page } = await readItemPage(person, {});
    const deleted = await deleteItem(database, owner, page[0]?.id ?? "");
    if (!deleted) throw new Error("Nothing was deleted");
    expect(await createItem(database, owner, item)).toBe("done");
    expect(await restoreItem(database, owner, { item: deleted, catalog })).toBe("full");
  });
});

describe("search and filter", () => {
  async function find(query: string, onlyFeatured = false) {
    const person = await createOwner();
    const { database, owner, add, subscribe } = person;
    await subscribe();
    for (const name of [
      "Blue paint",
      "100% linen",
      "a_b",
      "Été à Paris",
      "חולצה כחולה",
      "ΣΑΣ’s no\u00a0break",
    ])
      await add(name);
    const star = await add("Blue star");
    await setItemFeatured(database, owner, { id: star, featured: true, catalog });
    const stranger = await createOwner();
    await stranger.add("Blue of another user");
    const filter = { query, onlyFeatured };
    const { items: found } = await readItemPage(person, { filter });
    return found.map(({ name }) => name);
  }

  test.each([
    ["blue", ["Blue star", "Blue paint"]],
    ["té à p", ["Été à Paris"]],
    ["ÉTÉ À P", ["Été à Paris"]],
    ["σασ", ["ΣΑΣ’s no\u00a0break"]],
    ["Σ's no break", ["ΣΑΣ’s no\u00a0break"]],
    ["כחול", ["חולצה כחולה"]],
    ["%", ["100% linen"]],
    ["_", ["a_b"]],
    ["\\", []],
    ["nothing like it", []],
  ])("finds “%s” anywhere in a name, case-insensitively, newest first", async (query, expected) => {
    expect(await find(query)).toEqual(expected);
  });

  test("can be combined", async () => {
    expect(await find("", true)).toEqual(["Blue star"]);
    expect(await find("paint", true)).toEqual([]);
  });
});

describe("the list", () => {
  /** Creates `count` items, three per millisecond, newest last. */
  async function createOwnerOf(count: number) {
    const person = await createOwner();
    const start = Date.parse("2026-01-01T00:00:00.000Z");
    const rows = Array.from({ length: count }, (_, index) => ({
      owner: person.owner,
      name: `Item ${index}`,
      createdAt: new Date(start + Math.floor(index / 3)),
    }));
    await person.database.insert(items).values(rows);
    return person;
  }

  async function readAll(person: Owner) {
    const pages: (readonly Item[])[] = [];
    let next: string | null = null;
    do {
      const page = await readItemPage(person, { before: decodeCursor(next) });
      pages.push(page.items);
      next = page.next;
    } while (next !== null);
    return pages;
  }

  test("is paginated newest first, each item once, in full pages", async () => {
    const person = await createOwnerOf(60);
    const pages = await readAll(person);
    expect(pages.map(({ length }) => length)).toEqual([25, 25, 10]);
    const all = pages.flat();
    expect(new Set(all.map(({ id }) => id)).size).toBe(60);
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test("with exactly one page has no next page, as one without items", async () => {
    expect(await readAll(await createOwnerOf(25))).toHaveLength(1);
    expect(await readItemPage(await createOwner(), {})).toEqual({ items: [], next: null });
  });

  test("repeats and skips nothing if an item is added between pages", async () => {
    const person = await createOwnerOf(50);
    const first = await readItemPage(person, {});
    await person.add("Added meanwhile");
    const before = decodeCursor(first.next);
    const second = await readItemPage(person, { before });
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(50);
    expect(second.next).toBeNull();
  });
});

test("the owner's export has every column of the items, and no one else's", async () => {
  const [person, other] = [await createPerson(platform), await createPerson(platform)];
  const { database, add, list } = await createOwner(person);
  await add("Mine");
  await (await createOwner(other)).add("Not yours");
  const session = makeSession(await openSession(platform, person));
  const exported = await exportAccount(database, session, [], []);
  expect(exported?.records).toMatchObject({ items: await list() });
});
