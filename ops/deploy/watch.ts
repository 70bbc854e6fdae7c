/** How a version fares, as Cloudflare's analytics count it. */
import * as v from "valibot";

export interface VersionTraffic {
  readonly requests: number;
  /** Requests that ended in an exception, or over a limit. */
  readonly errors: number;
}

/** Reads what `version` of the Worker `script` has done since `since`. Throws one line. */
export type ReadVersionTraffic = (
  script: string,
  version: string,
  since: Date,
) => Promise<VersionTraffic>;

export interface AnalyticsOptions {
  readonly accountId: string;
  readonly apiToken: string;
  readonly baseUrl?: string | undefined;
}

const TIMEOUT_MS = 15_000;

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

/** Asks once, waiting 15 s; whoever watches asks again. */
export function createTrafficReader(options: AnalyticsOptions): ReadVersionTraffic {
  const { accountId, apiToken, baseUrl = "https://api.cloudflare.com/client/v4" } = options;
  return async (script, version, since) => {
    const variables = { account: accountId, script, version, since: since.toISOString() };
    const response = await fetch(`${baseUrl}/graphql`, {
      method: "POST",
      headers: { Authorization: `Bearer ${apiToken}`, "Content-Type": "application/json" },
      body: JSON.stringify({ query: QUERY, variables }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`Cloudflare's analytics answered ${response.status}`);
    }
    const { data, errors } = v.parse(answerSchema, await response.json());
    const [problem] = errors;
    if (problem) throw new Error(`Cloudflare's analytics: ${problem.message}`);
    const rows = data?.viewer.accounts.flatMap((account) => account.workersInvocationsAdaptive);
    return rows?.[0]?.sum ?? { requests: 0, errors: 0 };
  };
}

/** A few failures are noise; more than one in a hundred is the new version's doing. */
const NOISE = 5;
const HIGHEST_SHARE = 0.01;

/** Why a version must not get more traffic, as one line; undefined while all is well. */
export function judgeTraffic({ requests, errors }: VersionTraffic): string | undefined {
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
