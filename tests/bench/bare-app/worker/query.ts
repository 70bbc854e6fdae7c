import pg from "pg";
import { createContext } from "react-router";
import * as v from "valibot";

const rowsSchema = v.array(v.object({ id: v.string(), name: v.string() }));

/** The newest items of `owner`, on a connection of the request's own, as Workers have to. */
export async function queryItems(connectionString: string, owner: string | null) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(
    "select id, name from public.items where owner = $1 order by created_at desc, id desc limit 26",
    [owner],
  );
  await client.end();
  return { rows: v.parse(rowsSchema, rows) };
}

export const queryContext = createContext<() => ReturnType<typeof queryItems>>();
