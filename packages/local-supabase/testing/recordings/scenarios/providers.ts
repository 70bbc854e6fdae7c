import { createChallenge, type Recorder } from "../recorder.ts";

const WITHOUT_KEY = { key: "none" } as const;

/** OAuth redirects and endpoints without an API key. */
export async function recordProviders(r: Recorder): Promise<void> {
  const { fields } = createChallenge();
  const back = encodeURIComponent(`${r.siteUrl}/auth/callback`);
  const start = `GET /authorize?provider=github&redirect_to=${back}&${new URLSearchParams(fields)}`;

  await r.record("authorize an unknown provider", "GET /authorize?provider=nope", WITHOUT_KEY);
  await r.record("authorize a disabled provider", "GET /authorize?provider=apple", WITHOUT_KEY);
  await r.record("callback without a state", "GET /callback?code=abc", WITHOUT_KEY);
  await r.record(
    "callback with an invalid state",
    "GET /callback?code=abc&state=nope",
    WITHOUT_KEY,
  );
  const unknown = `GET /callback?code=abc&state=${crypto.randomUUID()}`;
  await r.record("callback with an unknown state", unknown, WITHOUT_KEY);
  const declined = await getState(r, start);
  await r.record(
    "callback after the user declined",
    `GET /callback?error=access_denied&error_description=The+user+has+denied&state=${declined}`,
    WITHOUT_KEY,
  );
  const wrong = `GET /callback?code=wrong&state=${await getState(r, start)}`;
  await r.record("callback with a wrong code", wrong, WITHOUT_KEY);

  await r.record("public settings", "GET /settings");
  await r.record("no key", "GET /settings", WITHOUT_KEY);
  await r.record("wrong key", "GET /settings", { key: "wrong" });
  await r.record("public signing keys", "GET /.well-known/jwks.json", WITHOUT_KEY);
}

/** The `state` of a redirect to the provider. */
async function getState(r: Recorder, start: string): Promise<string> {
  const { location } = await r.send(start, WITHOUT_KEY);
  return new URL(location ?? "").searchParams.get("state") ?? "";
}
