/**
 * Request parameter schemas. All input is text, and unknown names are errors, as in Stripe.
 * `Entries<Params>` type-checks each schema against the SDK's parameter type, so no name or value is
 * accepted that the SDK does not know.
 */
import type Stripe from "stripe";
import * as v from "valibot";
import { type ApiCall, describeParameter, formatName } from "../openapi/contract.ts";
import { invalidRequest, type StripeError } from "./errors.ts";
import type { FormObject } from "./form-encoding.ts";
import { isObject, type JsonObject } from "./json.ts";

/** The literal members of an SDK open enum (`"a" | "b" | OtherString`). */
type Literals<T> = T extends string ? (string extends T ? never : T) : never;

type ClosedText<T> = [Literals<T>] extends [never] ? T : Literals<T>;
type ClosedItems<T> = T extends Array<infer Item> ? Array<Closed<Item>> : T;

/**
 * `T` with its open enums closed. Strings are extracted first: distributed over members, an enum would stay
 * open.
 */
type Closed<T> = ClosedText<Extract<T, string>> | ClosedItems<Exclude<T, string>>;

/** Schemas for a subset of `Params`, checked by name and type. */
export type Entries<Params> = {
  [Name in keyof Params]?: v.GenericSchema<unknown, Closed<Params[Name]>>;
};

/** Schemas for a subset of `Params`, checked by name only, for enums too long to repeat. */
export type EntriesByName<Params> = { [Name in keyof Params]?: v.GenericSchema };

const MAX_TEXT_LENGTH = 5_000;

export const text = v.pipe(
  v.string("Invalid string"),
  v.maxLength(MAX_TEXT_LENGTH, `Invalid string: must be at most ${MAX_TEXT_LENGTH} characters`),
);

export const integer = v.pipe(
  v.string("Invalid integer"),
  v.regex(/^-?\d{1,15}$/, (issue) => `Invalid integer: ${issue.input}`),
  v.transform(Number),
);

export const decimal = v.pipe(
  v.string("Invalid decimal"),
  v.regex(/^\d{1,12}(\.\d{1,12})?$/, (issue) => `Invalid decimal: ${issue.input}`),
  v.transform(Number),
);

export const boolean = v.pipe(
  v.string("Invalid boolean"),
  v.regex(/^(true|false)$/, (issue) => `Invalid boolean: ${issue.input}`),
  v.transform((input) => input === "true"),
);

/** An empty string clears the value. */
export const emptyToNull = v.pipe(
  v.literal(""),
  v.transform(() => null),
);

export const url = v.pipe(text, v.regex(/^https?:\/\/[^\s]+$/, "Not a valid URL"));

const MAX_METADATA_KEYS = 50;

/** Metadata; an empty value removes its key (see `mergeMetadata`). */
export const metadata = v.pipe(
  v.record(
    v.pipe(v.string(), v.maxLength(40, "Metadata keys must be at most 40 characters")),
    v.pipe(v.string(), v.maxLength(500, "Metadata values must be at most 500 characters")),
  ),
  v.check(
    (input) => Object.keys(input).length <= MAX_METADATA_KEYS,
    `Metadata can have at most ${MAX_METADATA_KEYS} keys`,
  ),
);

export const expand = v.array(text);

/** One of `values`. `parseParameters` prefixes the message with the parameter's name. */
export function oneOf<const Values extends readonly string[]>(...values: Values) {
  return v.picklist(values, `must be one of ${joinChoices(values)}`);
}

function joinChoices(values: readonly string[]): string {
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

/** Pagination and expand parameters of every list. */
export const listEntries = {
  expand: v.optional(expand),
  limit: v.optional(pageLimit),
  starting_after: v.optional(text),
};

/** An exact time or a range, in Unix seconds. */
export const timeRange = v.union([
  integer,
  v.strictObject({
    gt: v.optional(integer),
    gte: v.optional(integer),
    lt: v.optional(integer),
    lte: v.optional(integer),
  } satisfies Entries<Stripe.RangeQueryParam>),
]);

/** True when `moment` is in `range`, or `range` is undefined. */
export function isInRange(
  moment: number,
  range: v.InferOutput<typeof timeRange> | undefined,
): boolean {
  if (range === undefined || typeof range === "number") return (range ?? moment) === moment;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return moment > gt && moment >= gte && moment < lt && moment <= lte;
}

/** No parameters. */
export const noParameters = v.strictObject({});

/** No parameters except `expand`. */
export const onlyExpand = v.strictObject({ expand: v.optional(expand) });

/** Merges `given` into `stored` metadata: empty values remove their keys, `""` clears all. */
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

export interface Parsed<Parameters> {
  readonly parameters: Parameters;
  /** Parameters of Stripe's that have no effect here, with their described types. */
  readonly unused: JsonObject;
  /** The names of `unused`. */
  readonly unusedNames: readonly string[];
}

/**
 * Parses `form` with `schema`. What creates or changes an object may have further parameters of Stripe's
 * description, whose values are checked against it. Throws Stripe's error for any other.
 */
export function parseParameters<S extends v.GenericSchema>(
  schema: S,
  form: FormObject,
  call: Pick<ApiCall, "method" | "path">,
): Parsed<v.InferOutput<S>> {
  const known = structuredClone(form);
  const unused: JsonObject = {};
  const unusedNames: string[] = [];
  for (;;) {
    const result = v.safeParse(schema, known);
    if (result.success) return { parameters: result.output, unused, unusedNames };
    const unknown = result.issues.find(isUnknownParameter);
    if (!unknown) throw toStripeError(result.issues[0]);
    const steps = getSteps(getIssueChain(unknown));
    const typed: JsonObject = structuredClone(form);
    validateParameter(call, typed, steps);
    move(steps, { from: known, typed, to: unused });
    unusedNames.push(formatName(steps));
  }
}

/** Gives `form` its described types. Throws unless the parameter at `steps` is one of Stripe's. */
function validateParameter(
  call: Pick<ApiCall, "method" | "path">,
  form: JsonObject,
  steps: readonly string[],
): void {
  const [problem] = describeParameter(call, form, steps);
  if (problem?.message === null) {
    const { name } = problem;
    throw invalidRequest(`Received unknown parameter: ${name}`, name, "parameter_unknown");
  }
  if (problem) throw invalidRequest(`Invalid ${problem.name}: ${problem.message}`, problem.name);
  if (call.method === "POST") return;
  // A filter without effect would list the wrong objects.
  const name = formatName(steps);
  throw invalidRequest(`The local Stripe does not support the parameter ${name}.`, name);
}

/** Moves the parameter at `steps`, with the value that it has in `typed`. */
function move(
  [step = "", ...rest]: readonly string[],
  { from, typed, to }: Readonly<Record<"from" | "typed" | "to", JsonObject>>,
): void {
  const [value, inner] = [typed[step], from[step]];
  if (rest.length === 0 || !isObject(value) || !isObject(inner)) {
    delete from[step];
    to[step] = value;
    return;
  }
  const target = to[step];
  const next = isObject(target) ? target : {};
  to[step] = next;
  move(rest, { from: inner, typed: value, to: next });
}

type Issue = v.BaseIssue<unknown>;

function toStripeError(first: Issue): StripeError {
  const chain = getIssueChain(first);
  const issue = chain.at(-1);
  const name = formatName(getSteps(chain));
  if (issue?.type === "strict_object" && issue.input === undefined) {
    return invalidRequest(`Missing required param: ${name}.`, name, "parameter_missing");
  }
  const message = issue?.message ?? "Invalid request";
  return invalidRequest(
    issue?.type === "picklist" ? `Invalid ${name}: ${message}` : message,
    name,
    getErrorCode(issue),
  );
}

/** True for an unknown parameter, also within a union, whose deepest issue is the most specific. */
function isUnknownParameter(issue: Issue): boolean {
  const deepest = getIssueChain(issue).at(-1);
  return deepest?.type === "strict_object" && deepest.expected === "never";
}

/** `issue` and, for a union, the issues within: the deepest match is the most specific. */
function getIssueChain(issue: Issue | undefined): Issue[] {
  return issue ? [issue, ...getIssueChain(issue.issues?.at(-1))] : [];
}

function getErrorCode(issue: Issue | undefined): string | undefined {
  if (issue?.message === "Not a valid URL") return "url_invalid";
  if (issue?.message.startsWith("Invalid integer")) return "parameter_invalid_integer";
  return undefined;
}

function getSteps(chain: readonly Issue[]): string[] {
  return chain.flatMap(({ path = [] }) => path.map((step) => String(step.key)));
}
