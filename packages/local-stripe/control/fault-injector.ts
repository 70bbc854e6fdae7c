/** Fault injection for API requests. */
import * as v from "valibot";

export const FaultRule = v.strictObject({
  /** Matches this method; default: any. */
  method: v.optional(v.picklist(["GET", "POST", "DELETE"])),
  /** Matches this path, e.g. `/v1/customers`; a trailing `*` is a wildcard. */
  path: v.optional(v.string()),
  /** Number of matching requests affected. */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  /** Fails the request before or after it takes effect. */
  when: v.optional(v.picklist(["before", "after"]), "before"),
  /** Delay in milliseconds, before or after the request takes effect. */
  hangMs: v.optional(v.pipe(v.number(), v.minValue(0)), 0),
  /** Closes the connection or responds with this status; null responds normally. */
  outcome: v.optional(
    v.nullable(v.union([v.literal("close"), v.pipe(v.number(), v.minValue(400), v.maxValue(599))])),
    null,
  ),
});

export type FaultRule = v.InferOutput<typeof FaultRule>;
export type FaultRuleInput = v.InferInput<typeof FaultRule>;

export class FaultInjector {
  /** Closes every connection, to simulate an outage. */
  down = false;
  #rules: FaultRule[] = [];

  get rules(): readonly FaultRule[] {
    return this.#rules;
  }

  add(rule: FaultRuleInput): void {
    this.#rules.push(v.parse(FaultRule, rule));
  }

  reset(): void {
    this.down = false;
    this.#rules = [];
  }

  /** Returns the first matching rule and decrements its remaining uses. */
  consume(method: string, path: string): FaultRule | null {
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
