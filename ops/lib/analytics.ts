/** How a version fares while it gets a share of the traffic, as Cloudflare's analytics count it. */
import * as v from "valibot";
import { callCloudflare } from "./http.ts";
import type { Target } from "./target.ts";

/** A few failures are noise; more than one in a hundred is the new version's doing. */
const NOISE = 5;
const HIGHEST_SHARE = 0.01;

/** Source: Cloudflare, GraphQL Analytics API, dataset workersInvocationsAdaptive. */
const QUERY = `query ($account: string, $script: string, $version: string, $since: string) {
  viewer {
    accounts(filter: { accountTag: $account }) {
      workersInvocationsAdaptive(
        limit: 1
        filter: { scriptName: $script, scriptVersion: $version, datetime_geq: $since }
      ) {
        sum { requests errors }
      }
    }
  }
}`;

const sum = v.object({ requests: v.number(), errors: v.number() });
const answerSchema = v.object({
  errors: v.nullish(v.array(v.object({ message: v.string() })), []),
  data: v.nullish(
    v.object({
      viewer: v.object({
        accounts: v.array(v.object({ workersInvocationsAdaptive: v.array(v.object({ sum })) })),
      }),
    }),
  ),
});

/** Why `version` must not get more traffic, as one line; undefined while all is well. Throws when it cannot be told. */
export async function findTrafficProblem(
  target: Target,
  version: string,
  since: Date,
): Promise<string | undefined> {
  const account = target.env.CLOUDFLARE_ACCOUNT_ID;
  const variables = { account, script: target.worker, version, since: since.toISOString() };
  const answer = await callCloudflare(target.env, "/graphql", {
    service: "Cloudflare's analytics",
    method: "POST",
    body: { query: QUERY, variables },
  });
  const { data, errors: problems } = v.parse(answerSchema, answer);
  if (problems[0]) throw new Error(`Cloudflare's analytics: ${problems[0].message}`);
  const rows = data?.viewer.accounts.flatMap((each) => each.workersInvocationsAdaptive);
  const { requests, errors } = rows?.[0]?.sum ?? { requests: 0, errors: 0 };
  console.log(`  ${requests} requests, ${errors} errors`);
  const isBad = errors > NOISE && errors > requests * HIGHEST_SHARE;
  return isBad ? `${errors} of ${requests} requests to the new version failed` : undefined;
}

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** "90s", "5m" or "1h" in milliseconds. Throws one line for anything else. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d+)([smh])$/.exec(text) ?? [];
  if (unit !== "s" && unit !== "m" && unit !== "h") {
    throw new Error(`--watch takes a time such as 90s, 5m or 1h, not "${text}"`);
  }
  return Number(amount) * UNIT_MS[unit];
}

/** "10,50,100": growing shares that end with everything. Throws one line for anything else. */
export function parseShares(text: string): number[] {
  const shares = text.split(",").map(Number);
  const grows = shares.every(
    (share, at) => Number.isInteger(share) && share > (shares[at - 1] ?? 0),
  );
  if (grows && shares.at(-1) === 100) return shares;
  throw new Error(`--gradual takes growing percentages that end with 100, not "${text}"`);
}
