import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readJson, startTestSupabase, type TestSupabase } from "../testing/supabase.ts";

let supabase: TestSupabase;
beforeAll(async () => {
  supabase = await startTestSupabase();
  await supabase.sql.unsafe(`
    create table public.orders (
      id int primary key,
      price numeric(10, 2) check (price > 0),
      placed_at timestamptz,
      local_time timestamp,
      digest bytea
    );
    create function public.refuse(state text) returns void language plpgsql as $$
      begin raise exception 'no' using errcode = state, detail = 'why', hint = 'how'; end $$;
  `);
});
afterAll(() => supabase.close());

const ORDER = {
  id: 1,
  price: 9.9,
  placed_at: "2026-01-02T03:04:05.678+00:00",
  local_time: "2026-01-02T03:04:05",
  digest: "\\x0102",
};

describe("a schema change after the first request", () => {
  it("makes a new table available", async () => {
    const missing = await supabase.admin.from("made_later").select();
    await supabase.sql`create table public.made_later (id int)`;

    expect(missing.error?.code).toBe("PGRST205");
    await expect
      .poll(async () => (await supabase.admin.from("made_later").select()).data)
      .toEqual([]);
  });

  it("makes a new column available to inserts", async () => {
    await supabase.sql`create table public.grown (id int)`;
    await expect.poll(async () => (await supabase.admin.from("grown").select()).error).toBeNull();
    await supabase.sql`alter table public.grown add column name text`;

    const insert = () => supabase.admin.from("grown").insert({ name: "Ann" }).select("name");
    await expect.poll(async () => (await insert()).data).toEqual([{ name: "Ann" }]);
  });
});

describe("values", () => {
  it("are rendered as Postgres renders JSON, on insert and on read", async () => {
    const inserted = await supabase.admin.from("orders").insert(ORDER).select();
    const read = await supabase.admin.from("orders").select().eq("placed_at", ORDER.placed_at);

    expect(inserted.data).toEqual([ORDER]);
    expect(read.data).toEqual([ORDER]);
  });
});

describe("database errors", () => {
  it.each([
    ["P0001", 400],
    ["AB123", 400],
    ["28000", 403],
    ["40001", 500],
    ["53300", 503],
  ])("%s of a function has its code and details, and status %i", async (state, status) => {
    const response = await supabase.admin.rpc("refuse", { state });

    expect(response.status).toBe(status);
    expect(response.error).toMatchObject({
      code: state,
      message: "no",
      details: "why",
      hint: "how",
    });
  });

  it("name a violated check constraint", async () => {
    const { status, error } = await supabase.admin.from("orders").insert({ id: 3, price: 0 });

    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: "23514",
      message: expect.stringContaining("orders_price"),
    });
  });
});

describe("paths that are not supported", () => {
  it.each(["/rest/v1", "/rest/v1/", "/rest/v1/a/b", "/storage/v1/bucket", "/functions/v1/hello"])(
    "%s responds with JSON",
    async (path) => {
      const response = await supabase.request(path);

      expect(response.ok).toBe(false);
      expect(await readJson(response)).toHaveProperty("message");
    },
  );
});
