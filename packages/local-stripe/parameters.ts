/**
 * Request parameters, read as Stripe reads them: everything arrives as text, unknown names are errors.
 * `Entries<Params>` ties each schema to the SDK's own parameter type, so that a name or value the SDK
 * does not know cannot be accepted here.
 */
import type Stripe from "stripe";
import * as v from "valibot";
import { invalidRequest, type StripeError } from "./errors.ts";
import type { FormObject } from "./form-encoding.ts";

/** The named members of one of the SDK's open enums (`"a" | "b" | OtherString`). */
type Literals<T> = T extends string ? (string extends T ? never : T) : never;

type ClosedText<T> = [Literals<T>] extends [never] ? T : Literals<T>;
type ClosedItems<T> = T extends Array<infer Item> ? Array<Closed<Item>> : T;

/** `T` with its open enums closed. Text goes first as a whole: one by one, an enum would stay open. */
type Closed<T> = ClosedText<Extract<T, string>> | ClosedItems<Exclude<T, string>>;

/** Schemas for some of the parameters of `Params`, and for no others. */
export type Entries<Params> = {
  [Name in keyof Params]?: v.GenericSchema<unknown, Closed<Params[Name]>>;
};

/** Schemas for some of the parameters of `Params`, tied by name only, for enums too long to repeat. */
export type Names<Params> = { [Name in keyof Params]?: v.GenericSchema };

const TEXT_LIMIT = 5_000;

export const text = v.pipe(
  v.string("Invalid string"),
  v.maxLength(TEXT_LIMIT, `Invalid string: must be at most ${TEXT_LIMIT} characters`),
);

export const integer = v.pipe(
  v.string("Invalid integer"),
  v.regex(/^-?\d{1,15}$/, (issue) => `Invalid integer: ${issue.input}`),
  v.transform(Number),
);

export const boolean = v.pipe(
  v.string("Invalid boolean"),
  v.regex(/^(true|false)$/, (issue) => `Invalid boolean: ${issue.input}`),
  v.transform((input) => input === "true"),
);

/** An empty string clears the value. */
export const cleared = v.pipe(
  v.literal(""),
  v.transform(() => null),
);

export const url = v.pipe(text, v.regex(/^https?:\/\/[^\s]+$/, "Not a valid URL"));

const METADATA_KEYS = 50;

/** Values by key; an empty value removes the key, an empty string instead of an object removes all. */
export const metadata = v.pipe(
  v.record(
    v.pipe(v.string(), v.maxLength(40, "Metadata keys must be at most 40 characters")),
    v.pipe(v.string(), v.maxLength(500, "Metadata values must be at most 500 characters")),
  ),
  v.check(
    (input) => Object.keys(input).length <= METADATA_KEYS,
    `Metadata can have at most ${METADATA_KEYS} keys`,
  ),
);

export const expand = v.array(text);

/** One of `values`; the name of the parameter is put before the message later. */
export function oneOf<const Values extends readonly string[]>(...values: Values) {
  return v.picklist(values, `must be one of ${spoken(values)}`);
}

function spoken(values: readonly string[]): string {
  return values.length < 3
    ? values.join(" or ")
    : `${values.slice(0, -1).join(", ")}, or ${values.at(-1)}`;
}

const pageLimit = v.pipe(
  integer,
  v.minValue(
    1,
    (issue) => `This value must be greater than or equal to 1 (it currently is '${issue.input}').`,
  ),
  v.maxValue(
    100,
    (issue) => `This value must be less than or equal to 100 (it currently is '${issue.input}').`,
  ),
);

/** What every list takes. */
export const listEntries = {
  ending_before: v.optional(text),
  expand: v.optional(expand),
  limit: v.optional(pageLimit),
  starting_after: v.optional(text),
};

/** A moment, or the bounds of a time in which something was made, in Unix seconds. */
export const timeRange = v.union([
  integer,
  v.strictObject({
    gt: v.optional(integer),
    gte: v.optional(integer),
    lt: v.optional(integer),
    lte: v.optional(integer),
  } satisfies Entries<Stripe.RangeQueryParam>),
]);

/** True when `moment` lies in `range`; every moment lies in none. */
export function isWithin(
  moment: number,
  range: v.InferOutput<typeof timeRange> | undefined,
): boolean {
  if (range === undefined || typeof range === "number") return (range ?? moment) === moment;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return moment > gt && moment >= gte && moment < lt && moment <= lte;
}

/** Parameters of an endpoint that takes none. */
export const none = v.strictObject({});

/** Parameters of an endpoint that takes none but `expand`. */
export const onlyExpand = v.strictObject({ expand: v.optional(expand) });

/** Stored metadata after an update: given keys change, empty ones go, `""` clears all. */
export function mergeMetadata(
  stored: Record<string, string>,
  given: Record<string, string> | "" | null | undefined,
): Record<string, string> {
  if (given === undefined) return stored;
  if (given === "" || given === null) return {};
  return Object.fromEntries(
    Object.entries({ ...stored, ...given }).filter(([, value]) => value !== ""),
  );
}

/**
 * Reads `form` by `schema`, or throws the error Stripe answers with. `isKnownToStripe` tells a parameter that
 * only the local Stripe does not take from one that nobody knows.
 */
export function readParameters<S extends v.GenericSchema>(
  schema: S,
  form: FormObject,
  isKnownToStripe: (name: string) => boolean = () => false,
): v.InferOutput<S> {
  const result = v.safeParse(schema, form);
  if (result.success) return result.output;
  throw toStripeError(result.issues, isKnownToStripe);
}

type Issue = v.BaseIssue<unknown>;

function toStripeError(
  issues: readonly Issue[],
  isKnownToStripe: (name: string) => boolean,
): StripeError {
  const issue = issues.find(isUnknownName) ?? deepest(issues[0]);
  const name = issue ? parameterName(issue) : "";
  if (issue && isUnknownName(issue) && isKnownToStripe(name)) {
    return invalidRequest(`The local Stripe does not take the parameter ${name}.`, name);
  }
  if (issue && isUnknownName(issue)) {
    return invalidRequest(`Received unknown parameter: ${name}`, name, "parameter_unknown");
  }
  if (issue?.type === "strict_object" && issue.input === undefined) {
    return invalidRequest(`Missing required param: ${name}.`, name, "parameter_missing");
  }
  const message = issue?.message ?? "Invalid request";
  return invalidRequest(
    issue?.type === "picklist" ? `Invalid ${name}: ${message}` : message,
    name,
    errorCode(issue),
  );
}

function isUnknownName(issue: Issue): boolean {
  return issue.type === "strict_object" && issue.expected === "never";
}

/** In a choice between schemas the one that got furthest says it best. */
function deepest(issue: Issue | undefined): Issue | undefined {
  const inner = issue?.issues?.at(-1);
  return inner ? deepest(inner) : issue;
}

function errorCode(issue: Issue | undefined): string | undefined {
  if (issue?.message === "Not a valid URL") return "url_invalid";
  if (issue?.message.startsWith("Invalid integer")) return "parameter_invalid_integer";
  return undefined;
}

/** `line_items[0][price]`, as Stripe writes it. */
function parameterName(issue: Issue): string {
  const [first, ...rest] = (issue.path ?? []).map((step) => String(step.key));
  return `${first ?? ""}${rest.map((step) => `[${step}]`).join("")}`;
}
