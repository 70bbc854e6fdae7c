/** A load generator over keep-alive connections. */
import http from "node:http";

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds until the response was complete. */
  readonly p50: number;
  readonly p95: number;
}

/**
 * Requests `url` on `connections` connections for `seconds`. Throws at the first response that is not 200.
 */
export async function load(
  url: string,
  options: { seconds: number; connections: number; headers?: Readonly<Record<string, string>> },
): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: options.connections });
  const times: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + options.seconds * 1000;
  const askOnAndOn = async () => {
    while (performance.now() < endsAt) {
      const askedAt = performance.now();
      await sendRequest(url, agent, options.headers ?? {});
      times.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: options.connections }, askOnAndOn));
  const elapsed = (performance.now() - startedAt) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const percentile = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
  return {
    requests: times.length,
    perSecond: times.length / elapsed,
    p50: percentile(0.5),
    p95: percentile(0.95),
  };
}

function sendRequest(
  url: string,
  agent: http.Agent,
  headers: http.OutgoingHttpHeaders,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers }, (response) => {
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
      response.resume();
    });
    request.on("error", reject);
  });
}
