import postgres from "postgres";
import { expect, test } from "vitest";
import { runRoute } from "../../../tests/support/routes/static-routes.ts";
import {
  siteVariables,
  superuserDatabaseUrl,
  workerDatabaseUrl,
} from "../../../tests/support/running-cloud.ts";
import { LOCAL_KEYS } from "../../../tools/shared/settings.ts";

test("a monitor with the operator's token gets 503 for a message that was given up, whatever its network has sent; without it, 200; with another, 401, and 429 when it goes on", async () => {
  const sql = postgres(superuserDatabaseUrl, { max: 1 });
  const [row] = await sql`
    insert into contact_messages (id, name, email, message, dead_at)
    values (gen_random_uuid(), 'Ann', 'ann@example.com', 'Hello', now()) returning id`;
  const options = { variables: siteVariables, databaseUrl: workerDatabaseUrl };
  const url = "http://localhost:5173/readyz";
  const headers = { Authorization: `Bearer ${LOCAL_KEYS.operator}` };
  const exceeded: RateLimit = { limit: async () => ({ success: false }) };
  const rateLimits = { network: exceeded, identifier: exceeded };
  const response = await runRoute(new Request(url, { headers }), { ...options, rateLimits });
  const lowerCase = { Authorization: `bearer ${LOCAL_KEYS.operator}` };
  const again = await runRoute(new Request(url, { headers: lowerCase }), options);
  await sql`delete from contact_messages where id = ${row?.id}`;
  await sql.end();

  expect([response.status, again.status]).toEqual([503, 503]);
  expect((await runRoute(new Request(url), options)).status).toBe(200);
  const rotated = new Request(url, { headers: { Authorization: "Bearer another" } });
  expect((await runRoute(rotated, options)).status).toBe(401);
  expect((await runRoute(rotated, { ...options, rateLimits })).status).toBe(429);
  const variables = { ...siteVariables, OPERATOR_TOKEN: "" };
  expect((await runRoute(new Request(url, { headers }), { ...options, variables })).status).toBe(
    401,
  );
});
