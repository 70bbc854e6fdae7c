/** No answer, and no response time, tells whether an address has an account. GoTrue is stubbed by address. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createRequestContext } from "../../../tests/support/request-context.ts";
import { sendMagicLink, sendPasswordReset, signIn, signUp } from "./sign-in.server";

const PASSWORD = "correct-horse-1";
/** About what bcrypt or a mail takes. */
const WORK_MS = 80;
const PAIRS = 200;

const FORMS = { signIn, signUp, sendPasswordReset, sendMagicLink } as const;
type FormName = keyof typeof FORMS;
type Answer = () => Response | Promise<Response>;

/** What GoTrue answers to calls about an address. */
const answers = new Map<string, Answer>();

beforeAll(() => {
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    const { email } = JSON.parse(String(init.body));
    return answers.get(email)?.();
  });
  vi.spyOn(console, "log").mockImplementation(() => {});
});
const errors = vi.spyOn(console, "error").mockImplementation(() => {});
afterEach(() => errors.mockClear());
afterAll(() => vi.unstubAllGlobals());

let addresses = 0;

/** A new address, about which GoTrue answers this. */
function addressWith(answer: Answer): string {
  addresses += 1;
  const email = `person-${addresses}@example.com`;
  answers.set(email, answer);
  return email;
}

function submit(form: FormName, email: string) {
  const context = createRequestContext();
  const formData = new FormData();
  formData.set("email", email);
  formData.set("password", PASSWORD);
  formData.set("confirmPassword", PASSWORD);
  return FORMS[form]({ context, formData, next: "/dashboard" });
}

const refusal = (status: number, code: string, msg = "RAW") =>
  Response.json({ code: status, error_code: code, msg }, { status });
const ok = () => Response.json({});
const wrongPassword = () => refusal(400, "invalid_credentials");
const slowly = (answer: () => Response) => async () => {
  await new Promise((resolve) => setTimeout(resolve, WORK_MS));
  return answer();
};

describe.concurrent.each(["signUp", "sendPasswordReset", "sendMagicLink"] as const)(
  "%s",
  (form) => {
    test.each([
      [429, "over_email_send_rate_limit", "email rate limit exceeded"],
      [429, "over_email_send_rate_limit", "For security purposes, wait 42 seconds."],
      [500, "unexpected_failure", "Error sending recovery email"],
      [400, "email_address_not_authorized", "RAW"],
    ])("answers as if the mail had been sent on %i %s", async (status, code, message) => {
      const mailed = addressWith(() => refusal(status, code, message));
      const notMailed = addressWith(ok);
      const [failed, done] = await Promise.all([submit(form, mailed), submit(form, notMailed)]);
      expect(done).toMatchObject({ status: "success", values: { email: notMailed } });
      expect(failed).toEqual({ ...done, values: { email: mailed } });
    });

    test.each([
      ["does not respond", () => Promise.reject(new TypeError("network")), 503],
      ["is behind a broken proxy", () => new Response("<html>", { status: 502 }), 503],
      ["is a proxy's page", () => new Response("<html>", { status: 403 }), 503],
      ["has had too many calls", () => refusal(429, "over_request_rate_limit"), 429],
    ])("says so when the auth server %s", async (_, answer, httpStatus) => {
      expect(await submit(form, addressWith(answer))).toMatchObject({
        status: "error",
        httpStatus,
      });
    });

    test("tells of closed sign-ups only who signs up: for a link, new addresses alone meet them", async () => {
      const result = await submit(
        form,
        addressWith(() => refusal(422, "signup_disabled")),
      );
      expect(result.status).toBe(form === "signUp" ? "error" : "success");
    });
  },
);

test("a mail that was not sent is logged, unless one was sent a moment ago", async () => {
  const pause = "For security purposes, you can only request this after 42 seconds.";
  const code = "over_email_send_rate_limit";
  await Promise.all([
    submit(
      "sendPasswordReset",
      addressWith(() => refusal(429, code, pause)),
    ),
    submit(
      "sendPasswordReset",
      addressWith(() => refusal(500, "unexpected_failure")),
    ),
  ]);
  expect(errors).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("auth.mail_failed"));
});

/** How likely a known address takes longer than an unknown one; 0.5 when time tells nothing. */
function areaUnderCurve(known: readonly number[], unknown: readonly number[]): number {
  const wins = known.flatMap((a) => unknown.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
}

async function timeOf(form: FormName, email: string): Promise<number> {
  const startedAt = performance.now();
  await submit(form, email);
  return performance.now() - startedAt;
}

test.each([
  ["signIn", slowly(wrongPassword), wrongPassword],
  ["signUp", ok, slowly(ok)],
  ["sendPasswordReset", slowly(ok), ok],
  ["sendMagicLink", slowly(ok), ok],
] as const)(
  "%s takes as long for a known address as for an unknown one",
  async (form, known, unknown) => {
    const addressOf = { known: addressWith(known), unknown: addressWith(unknown) };
    // The first call loads the SDK.
    await submit(form, addressOf.unknown);
    const times: Record<keyof typeof addressOf, number[]> = { known: [], unknown: [] };
    const record = async (kind: keyof typeof addressOf) => {
      times[kind].push(await timeOf(form, addressOf[kind]));
    };
    await Promise.all(
      Array.from({ length: PAIRS }, (_, index) =>
        index % 2 === 0
          ? [record("known"), record("unknown")]
          : [record("unknown"), record("known")],
      ).flat(),
    );
    const area = areaUnderCurve(times.known, times.unknown);
    expect(area).toBeGreaterThan(0.4);
    expect(area).toBeLessThan(0.6);
  },
);
