/** Accounts, zones, and Email Sending's domains. Source: API reference, Accounts, Zones, Email Sending Subdomains. */
import * as v from "valibot";
import { ACCOUNT_ID, type Account, type Api, ApiError, resultResponse } from "./account.ts";

const PREFIX = "/client/v4";
const subdomainSchema = v.strictObject({ name: v.string() });

export function addEmailRoutes(app: Api, account: Account): void {
  const subdomains = `${PREFIX}/zones/:zone/email/sending/subdomains` as const;
  const toSubdomain = (name: string) => ({ name, enabled: true, tag: `tag-${name}` });
  app.get(`${PREFIX}/accounts`, (context) =>
    resultResponse(context, [{ id: ACCOUNT_ID, name: "Studio" }]),
  );
  app.get(`${PREFIX}/zones`, (context) => {
    const zones = account.zones.filter((name) => name === context.req.query("name"));
    return resultResponse(
      context,
      zones.map((name) => ({ id: name, name })),
    );
  });
  app.get(subdomains, (context) =>
    resultResponse(context, account.sendingDomains.map(toSubdomain)),
  );
  app.post(subdomains, async (context) => {
    const { name } = v.parse(subdomainSchema, await context.req.json());
    const zone = context.req.param("zone");
    if (name !== zone && !name.endsWith(`.${zone}`)) throw new ApiError(400, 2000, "Not in zone");
    account.sendingDomains.push(name);
    return resultResponse(context, toSubdomain(name));
  });
}
