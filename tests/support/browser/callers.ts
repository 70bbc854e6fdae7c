/** Two users, each with cookies and a token. */
import { type APIRequestContext, request } from "@playwright/test";
import { sessionCookie } from "../auth-server.ts";
import { test as base, type Person, signInTokens } from "./accounts.ts";

interface Caller extends Person {
  readonly api: APIRequestContext;
  readonly token: string;
}

export const test = base.extend<{ ann: Caller; ben: Caller }>({
  ann: async ({ createPerson, baseURL, address }, use) => {
    await useCaller(await createPerson(), baseURL, address, use);
  },
  ben: async ({ createPerson, baseURL, address }, use) => {
    await useCaller(await createPerson(), baseURL, address, use);
  },
});

async function useCaller(
  person: Person,
  baseURL: string | undefined,
  address: string,
  use: (caller: Caller) => Promise<void>,
): Promise<void> {
  await person.rename(`Private ${person.id}`);
  await person.subscribe("pro");
  const tokens = await signInTokens(person.email);
  const api = await request.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    extraHTTPHeaders: { Cookie: sessionCookie(tokens), "CF-Connecting-IP": address },
    maxRedirects: 0,
  });
  await use({ ...person, api, token: tokens.access_token });
  await api.dispose();
}
