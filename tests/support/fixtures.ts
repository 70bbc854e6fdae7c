/** Values for unit and worker tests. */
import type { Session } from "../../app/auth/session/request-auth.server.ts";

/** A session of a recent sign-in without two-step verification. */
export function makeSession(changes: Partial<Session> = {}): Session {
  return {
    userId: "1f0c1b7e-0a52-4f0e-9d1c-3f3d3b5b7a01",
    email: "ann@example.com",
    sessionId: "s",
    expiresAt: 4_000_000_000,
    authenticatedAt: 4_000_000_000,
    twoStep: "none",
    providers: ["email"],
    accessToken: "a.b.c",
    ...changes,
  };
}

export function makeForm(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
