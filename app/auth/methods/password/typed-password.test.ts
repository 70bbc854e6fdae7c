import { afterEach, expect, test, vi } from "vitest";
import { getPlatform } from "~/platform/context.server";
import { createRequestContext } from "../../../../tests/support/routes/request-context.ts";
import { createStatelessClient } from "../../gotrue/client.server";
import { signInWithTypedPassword } from "./password.server";

afterEach(() => vi.unstubAllGlobals());

const NFC = "caf\u00e9-and-more";
const NFD = "cafe\u0301-and-more";

/** Signs in as an account with the password `stored`. Returns the error and the passwords that were tried. */
async function signIn(stored: string, password: string) {
  const tried: string[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    tried.push(JSON.parse(String(init.body)).password);
    const user = { id: crypto.randomUUID() };
    return tried.at(-1) === stored
      ? Response.json({ access_token: "a.b.c", refresh_token: "r", expires_in: 3600, user })
      : Response.json({ error_code: "invalid_credentials", msg: "RAW" }, { status: 400 });
  });
  const client = createStatelessClient(getPlatform(createRequestContext()));
  const { error } = await signInWithTypedPassword(client, { email: "ann@example.com", password });
  return { code: error?.code, tried };
}

test.each([
  ["was set in NFC and is typed in NFD", NFC, NFD, [NFC]],
  ["was set in NFD, before new ones were composed", NFD, NFD, [NFC, NFD]],
  ["has one form", "correct-horse-1", "correct-horse-1", ["correct-horse-1"]],
])("a password that %s signs in", async (_, stored, typed, tried) => {
  expect(await signIn(stored, typed)).toEqual({ code: undefined, tried });
});

test("a wrong password is tried once, in both forms where it has two", async () => {
  expect(await signIn("x", "y")).toEqual({ code: "invalid_credentials", tried: ["y"] });
  expect(await signIn("x", NFD)).toEqual({ code: "invalid_credentials", tried: [NFC, NFD] });
});
