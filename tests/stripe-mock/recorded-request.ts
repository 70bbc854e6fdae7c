/** Requests to Stripe as stored in fixtures, normalized to be equal in every run. */
import { escapeRegExp, PLAN_NAMES } from "../support/plans.ts";

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** Query or form body, decoded for readability: one `name=value` each. */
  readonly parameters: readonly string[];
}

const IDS = /\b((?:cus|cs_test|sub|si|in|evt|bpc|bps|we|pm|price)_)(?!local)\w+/g;
const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** SHA-256 digests of ids. */
const DIGESTS = /\b[0-9a-f]{64}\b/g;
/** Prices and names of plans may change without a change of the requests. */
const UNIT_AMOUNT = /^unit_amount=\d+$/;
const PLAN_NAME = new RegExp(`^name=(${Object.values(PLAN_NAMES).map(escapeRegExp).join("|")})$`);

/** `parameters` is a query or a form body as it goes over the wire. */
export function recordRequest(method: string, path: string, parameters: string): RecordedRequest {
  return {
    method,
    path: withoutIds(path),
    parameters: [...new URLSearchParams(parameters)].map(([name, value]) =>
      withoutIds(`${name}=${value}`)
        .replace(UNIT_AMOUNT, "unit_amount=100")
        .replace(PLAN_NAME, "name=Plan"),
    ),
  };
}

function withoutIds(text: string): string {
  return text
    .replaceAll(IDS, "$11")
    .replaceAll(UUIDS, "00000000-0000-4000-8000-000000000000")
    .replaceAll(DIGESTS, "digest");
}

/** The parameters, URL-encoded. */
export function encodeParameters({ parameters }: RecordedRequest): string {
  const pairs = parameters.map((parameter) => {
    const end = parameter.indexOf("=");
    return [parameter.slice(0, end), parameter.slice(end + 1)];
  });
  return new URLSearchParams(pairs).toString();
}

/** The text of a fixture: distinct requests, sorted, one JSON object per line. */
export function toFixture(requests: readonly RecordedRequest[]): string {
  const lines = new Set(requests.map((request) => JSON.stringify(request)));
  return `${[...lines].sort().join("\n")}\n`;
}
