/**
 * `node tests/stripe-mock/replay.ts`: replays the recorded requests of the product and its setup against stripe-mock,
 * which validates them against Stripe's OpenAPI description. STRIPE_MOCK is the path of its binary. Opt-in,
 * because stripe-mock is not on npm.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "local-kit";
import { openApiDescription } from "local-stripe/contract";
import { FIXTURES, readFixture } from "./fixtures.ts";
import { encodeParameters, type RecordedRequest } from "./recorded-request.ts";

const START_TIMEOUT_MS = 20_000;
const RESPONSE_TIMEOUT_MS = 10_000;
/** An invalid request that must be rejected, to prove that requests are validated. */
const INVALID: RecordedRequest = {
  method: "POST",
  path: "/v1/customers",
  parameters: ["colour=red"],
};

const binary = process.env.STRIPE_MOCK;
if (!binary || !existsSync(binary)) {
  process.stderr.write(
    "✗ stripe-mock: set STRIPE_MOCK to the path of its binary (go install github.com/stripe/stripe-mock@v0.203.0)\n",
  );
  process.exit(1);
}
const address = `127.0.0.1:${await findFreePort()}`;
const mock = spawn(binary, ["-http-addr", address], { stdio: ["ignore", "ignore", "inherit"] });
const ended = once(mock, "exit");
try {
  await waitUntilUp();
  process.exitCode = (await replayAll()) ? 0 : 1;
} finally {
  mock.kill();
  await ended;
}

async function waitUntilUp(): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (mock.exitCode === null && Date.now() < deadline) {
    const isUp = await fetch(`http://${address}/`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await sleep(100);
  }
  throw new Error(`stripe-mock did not start within ${START_TIMEOUT_MS} ms`);
}

/** True when every recorded request is accepted and the invalid one is rejected. */
async function replayAll(): Promise<boolean> {
  const requests = FIXTURES.flatMap(readFixture).map(withKnownVersion);
  let rejected = 0;
  for (const request of requests) {
    const { status, text } = await send(request);
    process.stdout.write(`${status} ${request.method} ${request.path}\n`);
    if (status === 200) continue;
    rejected += 1;
    process.stdout.write(`✗ ${request.parameters.join("&")}\n${text}\n`);
  }
  const control = await send(INVALID);
  const isStrict = control.status === 400;
  if (!isStrict) process.stdout.write(`✗ an invalid request got status ${control.status}\n`);
  const isOk = rejected === 0 && isStrict;
  process.stdout.write(
    `${isOk ? "✓" : "✗"} stripe-mock (API version ${openApiDescription.version}): ${requests.length - rejected} of ${requests.length} requests accepted, an invalid one ${isStrict ? "rejected" : "accepted"}\n`,
  );
  return isOk;
}

/** The SDK is newer than stripe-mock, which rejects webhook endpoints with an unknown API version. */
function withKnownVersion(request: RecordedRequest): RecordedRequest {
  const parameters = request.parameters.map((parameter) =>
    parameter.startsWith("api_version=") ? `api_version=${openApiDescription.version}` : parameter,
  );
  return { ...request, parameters };
}

async function send(request: RecordedRequest): Promise<{ status: number; text: string }> {
  const { method, path } = request;
  const parameters = encodeParameters(request);
  const query = method === "POST" || parameters === "" ? "" : `?${parameters}`;
  const response = await fetch(`http://${address}${path}${query}`, {
    method,
    headers: {
      authorization: "Bearer sk_test_123",
      ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
    },
    ...(method === "POST" && { body: parameters }),
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  return { status: response.status, text: await response.text() };
}
