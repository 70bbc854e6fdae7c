/** Plans of the statements that code sends. */
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { expect } from "vitest";

/** A client, to be connected, a database that records its statements, and `explain` for those of `work`. */
export function createExplainer(connectionString: string) {
  const client = new pg.Client({ connectionString });
  const statements: { text: string; values: unknown[] }[] = [];
  const logQuery = (text: string, values: unknown[]) => void statements.push({ text, values });
  const database = drizzle(client, { logger: { logQuery } });
  async function explain(work: () => Promise<unknown>): Promise<string> {
    statements.length = 0;
    await work();
    expect(statements).not.toHaveLength(0);
    const plans: string[] = [];
    for (const { text, values } of statements) {
      const { rows } = await client.query(`explain (format json) ${text}`, values);
      plans.push(JSON.stringify(rows));
    }
    return plans.join("\n");
  }
  return { client, database, statements, explain };
}
