import { expect, test, vi } from "vitest";
import { runRoute } from "../../../tests/support/routes/static-routes";
import {
  workerDatabaseUrl as databaseUrl,
  siteVariables as variables,
} from "../../../tests/support/running-cloud.ts";

test.each(["email", "recovery", "invite", "email_change"])(
  "a press on a wrong link is logged: %s",
  async (type) => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    const url = `http://localhost:5173/auth/confirm?token_hash=${"0".repeat(56)}&type=${type}`;
    const request = new Request(url, { method: "POST", body: new URLSearchParams() });
    expect((await runRoute(request, { variables, databaseUrl })).status).toBe(422);
    const lines = log.mock.calls.flat().map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({
        event: "request.rejected",
        purpose: "email-link",
        reason: "otp_expired",
      }),
    );
    log.mockRestore();
  },
);
