/** Requests to Stripe as they are kept in fixtures: without what differs from run to run. */

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** Query or form body, decoded so that people can read it: one `name=value` each. */
  readonly parameters: readonly string[];
}

const IDS = /\b((?:cus|cs_test|sub|si|in|evt|bpc|bps|we|pm|price)_)(?!local)\w+/g;
const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** SHA-256 over something that holds ids. */
const DIGESTS = /\b[0-9a-f]{64}\b/g;

/** `parameters` is a query or a form body as it goes over the wire. */
export function recordRequest(method: string, path: string, parameters: string): RecordedRequest {
  return {
    method,
    path: withoutIds(path),
    parameters: [...new URLSearchParams(parameters)].map(([name, value]) =>
      withoutIds(`${name}=${value}`),
    ),
  };
}

function withoutIds(text: string): string {
  return text
    .replaceAll(IDS, "$11")
    .replaceAll(UUIDS, "00000000-0000-4000-8000-000000000000")
    .replaceAll(DIGESTS, "digest");
}

/** The parameters as they go over the wire again. */
export function encodeParameters({ parameters }: RecordedRequest): string {
  const pairs = parameters.map((parameter) => {
    const end = parameter.indexOf("=");
    return [parameter.slice(0, end), parameter.slice(end + 1)];
  });
  return new URLSearchParams(pairs).toString();
}

/** Each request once, in a fixed order, as the text of a fixture: one JSON object a line. */
export function toFixture(requests: readonly RecordedRequest[]): string {
  const lines = new Set(requests.map((request) => JSON.stringify(request)));
  return `${[...lines].sort().join("\n")}\n`;
}
