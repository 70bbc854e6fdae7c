/**
 * Tables whose rows belong to a user, for exports. Derived from the schema, so that a new table cannot be
 * forgotten.
 */
import { is } from "drizzle-orm";
import { getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import * as schema from "./schema.ts";

/** Exported column by column instead, or credentials: recovery codes. */
const EXCEPTIONS: readonly PgTable[] = [schema.customers, schema.recoveryCodes];

interface OwnedTable {
  /** Name in the database. */
  readonly name: string;
  readonly table: PgTable;
  /** References users.id. */
  readonly owner: PgColumn;
}

/** Every table that references `users`, except `EXCEPTIONS`. All columns are exported. */
export const OWNED_TABLES: readonly OwnedTable[] = Object.values<unknown>(schema)
  .filter((value): value is PgTable => is(value, PgTable))
  .filter((table) => !EXCEPTIONS.includes(table))
  .flatMap((table) => {
    const { name, foreignKeys } = getTableConfig(table);
    const owners = foreignKeys.map((key) => key.reference());
    const owner = owners.find(({ foreignTable }) => foreignTable === schema.users)?.columns[0];
    return owner ? [{ name, table, owner }] : [];
  });
