/** API faults on order: what goes wrong with the next requests. */
import * as v from "valibot";

export const FaultRule = v.strictObject({
  /** Only requests with this method; any when left out. */
  method: v.optional(v.picklist(["GET", "POST", "DELETE"])),
  /** Only this path, e.g. `/v1/customers`; a `*` at the end stands for any ending. */
  path: v.optional(v.string()),
  /** How many matching requests it hits. */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  /** Whether the request does its work first: a fault after commit is one a retry must survive. */
  when: v.optional(v.picklist(["before", "after"]), "before"),
  /** Waits this long, in milliseconds: before the work, or after it, so that the answer is old news. */
  hangMs: v.optional(v.pipe(v.number(), v.minValue(0)), 0),
  /** Closes the connection, or answers with this status; null goes on as if nothing were. */
  outcome: v.optional(
    v.nullable(v.union([v.literal("close"), v.pipe(v.number(), v.minValue(400), v.maxValue(599))])),
    null,
  ),
});

export type FaultRule = v.InferOutput<typeof FaultRule>;
export type FaultOrder = v.InferInput<typeof FaultRule>;

export class Faults {
  /** Closes every connection, as if Stripe could not be reached. */
  down = false;
  #rules: FaultRule[] = [];

  get rules(): readonly FaultRule[] {
    return this.#rules;
  }

  add(order: FaultOrder): void {
    this.#rules.push(v.parse(FaultRule, order));
  }

  reset(): void {
    this.down = false;
    this.#rules = [];
  }

  /** The first rule that fits the request, used up once. */
  take(method: string, path: string): FaultRule | null {
    const rule = this.#rules.find((candidate) => matches(candidate, method, path));
    if (!rule) return null;
    rule.times -= 1;
    if (rule.times === 0) this.#rules = this.#rules.filter((other) => other !== rule);
    return rule;
  }
}

function matches(rule: FaultRule, method: string, path: string): boolean {
  if (rule.method !== undefined && rule.method !== method) return false;
  if (rule.path === undefined) return true;
  return rule.path.endsWith("*") ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path;
}
