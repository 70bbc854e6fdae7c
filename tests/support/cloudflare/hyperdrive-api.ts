/** The endpoints about Hyperdrive configurations. */
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { type Account, ApiRefusal, type Hyperdrive, ROOT } from "./account.ts";
import { type Api, answer } from "./envelope.ts";

const configSchema = v.object({
  name: v.string(),
  origin: v.record(v.string(), v.unknown()),
  caching: v.optional(v.record(v.string(), v.unknown()), {}),
  origin_connection_limit: v.optional(v.number()),
});

/** Passwords go in and never come out. */
function describe({ origin: { password: _, ...origin }, ...rest }: Hyperdrive) {
  return { ...rest, origin };
}

export function addDatabaseRoutes(app: Api, account: Account): void {
  const configs = `${ROOT}/hyperdrive/configs` as const;
  const find = (id: string) => {
    const found = account.hyperdrives.find((config) => config.id === id);
    if (!found) throw new ApiRefusal(404, 2001, `No Hyperdrive configuration ${id}`);
    return found;
  };
  app.get(configs, (context) => {
    const count = account.hyperdrives.length;
    const info = { page: 1, per_page: 20, count, total_count: count, total_pages: 1 };
    return answer(context, account.hyperdrives.map(describe), { result_info: info });
  });
  app.post(configs, async (context) => {
    const wanted = v.parse(configSchema, await context.req.json());
    const config: Hyperdrive = { id: randomUUID().replaceAll("-", ""), ...wanted };
    account.hyperdrives.push(config);
    return answer(context, describe(config));
  });
  app.get(`${configs}/:id`, (context) => answer(context, describe(find(context.req.param("id")))));
  app.patch(`${configs}/:id`, async (context) => {
    const config = find(context.req.param("id"));
    const change = v.parse(v.partial(configSchema), await context.req.json());
    Object.assign(config, change, { origin: { ...config.origin, ...change.origin } });
    return answer(context, describe(config));
  });
}
