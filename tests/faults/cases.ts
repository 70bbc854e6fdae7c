/** The fault matrix: faults, requests and expected responses. */
import { type Case, FAULTS, type Fault, type Person, type Stage } from "./case.ts";

type Steps = Omit<Case, "fault">;

const AT_ONCE_MS = 2_000;
/** A page for guests waits a second for a refresh. */
const REFRESH_MS = 3_000;
const LONGEST_MS = 10_000;
const DATABASE = "We can’t reach the database right now";
const UNKNOWN = "We don’t know whether this worked.";
const AUTH = "can’t reach the sign-in service right now";
const NOT_SIGNED_IN = "Your sign-in did not go through";
const PASSWORD = "correct-horse-1";

const look = (
  as: Person,
  path: string,
  says: string,
  status = 200,
  withinMs = LONGEST_MS,
): Steps => ({
  does: `${as} opens ${path}`,
  as,
  method: "GET",
  path,
  status,
  says: [says],
  withinMs,
});

/** Unaffected by any fault. */
const PUBLIC: readonly Steps[] = [
  look("guest", "/", "Truly Custom Software", 200, AT_ONCE_MS),
  look("guest", "/pricing", "14-day free trial", 200, AT_ONCE_MS),
  look("pro", "/legal/privacy-policy", "Account", 200, AT_ONCE_MS),
  look("guest", "/contact", "Send message", 200, AT_ONCE_MS),
  look("guest", "/auth/signin", "Sign in", 200, AT_ONCE_MS),
  look("guest", "/healthz", "ok", 200, AT_ONCE_MS),
];

const NOT_SENT = "Your message could not be sent. Please try again in a moment.";

let messages = 0;

/** Sends a unique message, so that its storage can be checked. A stored message redirects. */
function contact(storedIn: "row" | "sheet" | "none"): Steps {
  messages += 1;
  const message = `Fault message ${messages} of this run`;
  const form = {
    id: crypto.randomUUID(),
    startedAt: String(Date.now() - 60_000),
    extra: "",
    name: "Ann",
    email: `ann-${messages}@example.com`,
    message,
  };
  const places = {
    row: {
      what: "the message, as a row",
      isStored: async (stage: Stage) =>
        (await stage.query(`select 1 from public.contact_messages where message = '${message}'`))
          .length === 1,
    },
    sheet: {
      what: "the message, in the spreadsheet",
      isStored: async (stage: Stage) => (await stage.sheetRows(message)) === 1,
    },
    none: undefined,
  };
  const stored = places[storedIn];
  const isRejected = storedIn === "none";
  return {
    does: "guest sends a contact message",
    as: "guest",
    method: "POST",
    path: "/contact",
    form,
    status: isRejected ? 503 : 303,
    says: isRejected ? [NOT_SENT, message] : ["/contact?sent"],
    withinMs: LONGEST_MS,
    ...(stored ? { stored } : {}),
  };
}

const post = (
  as: Person,
  does: string,
  path: string,
  form: Readonly<Record<string, string>>,
  status: number,
  ...says: string[]
): Steps => ({
  does: `${as} ${does}`,
  as,
  method: "POST",
  path,
  form,
  status,
  says,
  withinMs: LONGEST_MS,
});

const call = (
  does: string,
  path: string,
  json: (siteUrl: string) => object,
  status: number,
  ...says: string[]
): Steps => ({
  does,
  as: "pro",
  method: "POST",
  path,
  json,
  status,
  says,
  withinMs: LONGEST_MS,
});

const addItem = (status: number, ...says: string[]) =>
  post(
    "free",
    "adds an item",
    "/dashboard",
    { intent: "create", id: crypto.randomUUID(), name: "Kept words" },
    status,
    ...says,
  );
const saveProfile = (status: number, ...says: string[]) =>
  post(
    "free",
    "saves a name",
    "/settings/general",
    { name: "Kept name", email: "free@example.com" },
    status,
    ...says,
  );
const portal = (status: number, ...says: string[]) =>
  call(
    "pro opens the portal by API",
    "/api/stripe-create-billing-session",
    (site) => ({ returnUrl: `${site}/settings/general` }),
    status,
    ...says,
  );

/** `sent`: the message of a write whose statement was sent. */
const noDatabase = (sent: string = DATABASE): readonly Steps[] => [
  look("free", "/dashboard", DATABASE, 503),
  look("free", "/settings/general", DATABASE, 503),
  look("free", "/purchase/pro", DATABASE, 503),
  look("free", "/account/delete", DATABASE, 503),
  look("guest", "/readyz", "", 503),
  addItem(503, sent, "Kept words"),
  saveProfile(503, DATABASE, "Kept name"),
  portal(503, "billing/unavailable"),
  contact("sheet"),
];

/** Uniform responses of forms that send email, to not reveal whether an address has an account. */
const UNIFORM = { signUp: "Thanks for signing up!", reset: "Password reset email sent" };

/**
 * Forms that need Supabase Auth fail, while valid tokens still open every page. `mailStatus`: forms that
 * send email respond the same for every address. `signIn`: what the sign-in page says.
 */
const noAuth = (
  status: number,
  says: string,
  { mailStatus = status, signIn = says } = {},
): readonly Steps[] => [
  look("returning", "/pricing", "14-day free trial", 200, REFRESH_MS),
  look("returning", "/auth/signin", "Sign in", 200, REFRESH_MS),
  look("pro", "/dashboard", "pro@example.com", 200, AT_ONCE_MS),
  look("pro", "/settings/general", "Priya", 200, AT_ONCE_MS),
  addItem(200, "Kept words"),
  post(
    "guest",
    "signs in",
    "/auth/signin",
    { intent: "signin", email: "new@example.com", password: PASSWORD },
    status,
    signIn,
    "new@example.com",
  ),
  post(
    "guest",
    "signs up",
    "/auth/signup",
    { intent: "signup", email: "new@example.com", password: PASSWORD, confirmPassword: PASSWORD },
    mailStatus,
    mailStatus === 200 ? UNIFORM.signUp : says,
  ),
  post(
    "guest",
    "forgot the password",
    "/auth/forgotpass",
    { intent: "forgotpass", email: "new@example.com" },
    mailStatus,
    mailStatus === 200 ? UNIFORM.reset : says,
  ),
  post(
    "pro",
    "changes the email",
    "/settings/general",
    { name: "Priya Pro", email: "priya@example.com" },
    status,
    says,
  ),
];

const MATRIX: Readonly<Record<Fault, readonly Steps[]>> = {
  "nothing broken": [
    ...PUBLIC,
    look("free", "/dashboard", "free@example.com"),
    addItem(200, "Kept words"),
    saveProfile(200, "Your profile has been updated"),
    look("pro", "/settings/billing", "/p/session/", 302),
    portal(200, "/p/session/"),
    contact("row"),
  ],
  "database down": [...PUBLIC, ...noDatabase()],
  "database slow (5 s)": [...PUBLIC, ...noDatabase()],
  "connections drop": [...PUBLIC, ...noDatabase(UNKNOWN)],
  "Stripe down": [
    ...PUBLIC,
    look("pro", "/dashboard", "pro@example.com", 200, AT_ONCE_MS),
    look("pro", "/settings/billing", "We couldn’t open the billing portal", 503),
    look("pro", "/account/billing/return", "/settings/general", 302),
    post("free", "chooses a plan", "/purchase/pro", {}, 503, "try again"),
    portal(503, "billing/unavailable"),
  ],
  "Stripe slow (5 s)": [
    ...PUBLIC,
    look("pro", "/dashboard", "pro@example.com", 200, AT_ONCE_MS),
    look("pro", "/settings/billing", "/p/session/", 302),
    look("pro", "/account/billing/return", "/settings/general", 302),
    post("free", "chooses a plan", "/purchase/pro", {}, 503, "try again"),
  ],
  "spreadsheet down": [...PUBLIC, contact("row")],
  "database and sheet down": [contact("none")],
  "Supabase Auth: 429": [...PUBLIC, ...noAuth(429, "Too many attempts")],
  "Supabase Auth: 409": [
    ...PUBLIC,
    ...noAuth(409, "We’re already working on that request", { mailStatus: 200 }),
  ],
  "Supabase Auth: a page": [...PUBLIC, ...noAuth(503, AUTH)],
  "Supabase Auth silent": [
    ...PUBLIC,
    ...noAuth(503, UNKNOWN, { mailStatus: 200, signIn: NOT_SIGNED_IN }),
  ],
  "Supabase Auth down": [...PUBLIC, ...noAuth(503, UNKNOWN, { signIn: NOT_SIGNED_IN })],
};

/** Every case, in order. */
export const CASES: readonly Case[] = FAULTS.flatMap((fault) =>
  MATRIX[fault].map((steps) => ({ ...steps, fault })),
);
