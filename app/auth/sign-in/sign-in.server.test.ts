/**
 * Neither content nor timing of a response reveals whether an address has an account. Supabase Auth is
 * stubbed by address.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { makeForm } from "../../../tests/support/fixtures.ts";
import { createRequestContext } from "../../../tests/support/routes/request-context.ts";
import * as emailRequests from "../methods/link/email-requests.server";
import { type AuthRequest, resendEmail, sendEmail, signIn, signUp } from "./sign-in.server";

// `vi.mock` would come too late: files share modules, and another one may have loaded the real one.
vi.spyOn(emailRequests, "sendOncePerMinute").mockImplementation((_platform, _email, send) =>
  send(),
);

const PASSWORD = "correct-horse-1";
/** About as long as bcrypt or sending an email. */
const WORK_MS = 80;

const FORMS = {
  signIn,
  signUp,
  sendPasswordReset: (call: AuthRequest) => sendEmail(call, "password-reset"),
  sendMagicLink: (call: AuthRequest) => sendEmail(call, "magic-link"),
  resendEmail,
} as const;
type FormName = keyof typeof FORMS;
type Responder = () => Response | Promise<Response>;

/** Supabase Auth's responses by address. */
const responders = new Map<string, Responder>();

beforeAll(() => {
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    const { email } = JSON.parse(String(init.body));
    return responders.get(email)?.();
  });
  vi.spyOn(console, "log").mockImplementation(() => {});
});
const errors = vi.spyOn(console, "error").mockImplementation(() => {});
afterEach(() => {
  errors.mockClear();
  vi.useRealTimers();
});
afterAll(() => vi.unstubAllGlobals());

let addresses = 0;

/** A new address for which Supabase Auth responds like this. */
function addressWith(respond: Responder): string {
  addresses += 1;
  const email = `person-${addresses}@example.com`;
  responders.set(email, respond);
  return email;
}

function submit(form: FormName, email: string) {
  const context = createRequestContext();
  const passwords = { password: PASSWORD, confirmPassword: PASSWORD };
  const formData = makeForm({ email, kind: "magic-link", ...passwords });
  return FORMS[form]({ context, formData, next: "/dashboard" });
}

const errorResponse = (status: number, code: string, msg = "RAW") =>
  Response.json({ code: status, error_code: code, msg }, { status });
const ok = () => Response.json({});
const wrongPassword = () => errorResponse(400, "invalid_credentials");
const slowly = (respond: () => Response) => async () => {
  await new Promise((resolve) => setTimeout(resolve, WORK_MS));
  return respond();
};

describe.concurrent.each(["signUp", "sendPasswordReset", "sendMagicLink", "resendEmail"] as const)(
  "%s",
  (form) => {
    test.each([
      [429, "over_email_send_rate_limit", "email rate limit exceeded"],
      [429, "over_email_send_rate_limit", "For security purposes, wait 42 seconds."],
      [500, "unexpected_failure", "Error sending recovery email"],
      [400, "email_address_not_authorized", "RAW"],
    ])("responds as if the email was sent on %i %s", async (status, code, message) => {
      const failing = addressWith(() => errorResponse(status, code, message));
      const succeeding = addressWith(ok);
      const [failed, done] = await Promise.all([submit(form, failing), submit(form, succeeding)]);
      expect(done).toMatchObject({ status: "success", values: { email: succeeding } });
      expect(failed).toEqual({ ...done, values: { ...done.values, email: failing } });
    });

    test.each([
      ["does not respond", () => Promise.reject(new TypeError("network")), 503, "unknown"],
      ["is behind a broken proxy", () => new Response("<html>", { status: 502 }), 503, "unknown"],
      [
        "is behind a proxy's error page",
        () => new Response("<html>", { status: 403 }),
        503,
        "error",
      ],
      ["is rate limited", () => errorResponse(429, "over_request_rate_limit"), 429, "error"],
      ["has email turned off", () => errorResponse(422, "email_provider_disabled"), 422, "error"],
    ])("returns an error when Supabase Auth %s", async (_, respond, httpStatus, status) => {
      expect(await submit(form, addressWith(respond))).toMatchObject({
        status,
        httpStatus,
      });
    });

    test("reports closed sign-ups only when signing up: for a link, only new addresses would get the error", async () => {
      const result = await submit(
        form,
        addressWith(() => errorResponse(422, "signup_disabled")),
      );
      expect(result.status).toBe(form === "signUp" ? "error" : "success");
    });
  },
);

test("the card stays open when the email cannot be sent again, and only then", async () => {
  const limited = () => errorResponse(429, "over_request_rate_limit");
  const [first, again] = [addressWith(limited), addressWith(limited)];
  expect(await submit("sendMagicLink", first)).toHaveProperty("values", { email: first });
  const resent = await submit("resendEmail", again);
  expect(resent).toMatchObject({ httpStatus: 429, values: { email: again, kind: "magic-link" } });
});

test("an email that was not sent is logged, unless one was just sent", async () => {
  const pause = "For security purposes, you can only request this after 42 seconds.";
  const code = "over_email_send_rate_limit";
  await Promise.all([
    submit(
      "sendPasswordReset",
      addressWith(() => errorResponse(429, code, pause)),
    ),
    submit(
      "sendPasswordReset",
      addressWith(() => errorResponse(500, "unexpected_failure")),
    ),
    submit("sendPasswordReset", addressWith(ok)),
  ]);
  const logged = errors.mock.calls.filter(([line]) => String(line).includes("auth.email_failed"));
  expect(logged).toHaveLength(1);
});

test.each([
  ["signIn", slowly(wrongPassword), wrongPassword],
  ["signUp", ok, slowly(ok)],
  ["sendPasswordReset", slowly(ok), ok],
  ["sendMagicLink", slowly(ok), ok],
  ["resendEmail", slowly(ok), ok],
] as const)(
  "%s responds after one second, to a known address as to an unknown one",
  async (form, known, unknown) => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    for (const respond of [known, unknown]) {
      let email = "";
      const asked = new Promise<void>((resolve) => {
        email = addressWith(() => {
          resolve();
          return respond();
        });
      });
      let hasResponded = false;
      const response = submit(form, email).then(() => {
        hasResponded = true;
      });
      await asked;
      await vi.advanceTimersByTimeAsync(999);
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      expect(hasResponded).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await response;
    }
  },
);
