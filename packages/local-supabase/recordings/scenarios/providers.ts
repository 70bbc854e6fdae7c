import { createChallenge, type Recorder } from "../recorder.ts";

const OPEN = { key: "none" } as const;

/** Ways to a provider and back, and what is open to everybody. */
export async function recordProviders(r: Recorder): Promise<void> {
  const { fields } = createChallenge();
  const back = encodeURIComponent(`${r.siteUrl}/auth/callback`);
  const start = `GET /authorize?provider=github&redirect_to=${back}&${new URLSearchParams(fields)}`;

  await r.call("to a provider that there is not", "GET /authorize?provider=nope", OPEN);
  await r.call("to a provider that is off", "GET /authorize?provider=apple", OPEN);
  await r.call("back without a state", "GET /callback?code=abc", OPEN);
  await r.call("back with a state that is none", "GET /callback?code=abc&state=nope", OPEN);
  const unknown = `GET /callback?code=abc&state=${crypto.randomUUID()}`;
  await r.call("back with an unknown state", unknown, OPEN);
  const declined = await stateOf(r, start);
  await r.call(
    "back after declining",
    `GET /callback?error=access_denied&error_description=The+user+has+denied&state=${declined}`,
    OPEN,
  );
  const wrong = `GET /callback?code=wrong&state=${await stateOf(r, start)}`;
  await r.call("back with a code that is wrong", wrong, OPEN);

  await r.call("public settings", "GET /settings");
  await r.call("no key", "GET /settings", OPEN);
  await r.call("wrong key", "GET /settings", { key: "wrong" });
  await r.call("path that there is not", "GET /nothing");
  await r.call("keys", "GET /.well-known/jwks.json", OPEN);
}

/** The state that a way to the provider begins with. */
async function stateOf(r: Recorder, start: string): Promise<string> {
  const { location } = await r.ask(start, OPEN);
  return new URL(location ?? "").searchParams.get("state") ?? "";
}
