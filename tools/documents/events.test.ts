import { readFileSync } from "node:fs";
import path from "node:path";
import { isCallExpression, isStringLiteral, type Node } from "typescript/unstable/ast";
import { type Checker, API as Compiler, type Project } from "typescript/unstable/sync";
import { beforeAll, expect, test } from "vitest";

/** One log event: its level, and its fields with their values where the type lists them. */
interface LogEvent {
  level: string;
  fields: Record<string, string[]>;
}

/** The module whose functions themselves take `event` as a parameter. */
const LOGGER = "app/platform/log.server.ts";
/** The product, without its tests. */
const PRODUCT = /^(app|workers)\/(?!.*\.test\.)/;
/** `| event | level | fields |`; the other columns are for people. */
const ROW = /^\| `([a-z_.]+)` \| (info|error) \| ([^|]*) \|/gm;
/** A field, with its values in parentheses where they are listed. */
const FIELD = /`(\w+)`(?: \(([^)]*)\))?/g;

let logged: Map<string, LogEvent>;
let computedNames: string[];
let documented: Map<string, LogEvent>;

beforeAll(() => {
  const compiler = new Compiler();
  const project = compiler.updateSnapshot({ openProjects: ["tsconfig.json"] }).getProjects()[0];
  if (!project) throw new Error("tsconfig.json has no project");
  ({ logged, computedNames } = readLogCalls(project));
  compiler.close();
  documented = readTable(readFileSync("docs/events.md", "utf8"));
}, 120_000);

/** Every `logInfo(…)` and `logError(…)` of the product, merged by event. */
function readLogCalls({ program, checker }: Project) {
  const events = new Map<string, LogEvent>();
  const computed: string[] = [];
  for (const file of program.getSourceFileNames()) {
    if (!PRODUCT.test(path.relative(".", file)) || !readFileSync(file, "utf8").includes("log"))
      continue;
    const visit = (node: Node): void => {
      const level = isCallExpression(node) && /^log(Info|Error)$/.exec(node.expression.getText());
      if (level) {
        const [event] = node.arguments;
        const fields = node.arguments.at(-1);
        if (event && fields && isStringLiteral(event)) {
          addCall(event.text, `${level[1]}`.toLowerCase(), readFields(checker, fields));
        } else if (!file.endsWith(LOGGER)) computed.push(file);
      }
      node.forEachChild(visit);
    };
    program.getSourceFile(file)?.forEachChild(visit);
  }
  return { logged: events, computedNames: computed };

  function addCall(event: string, level: string, fields: LogEvent["fields"]): void {
    const known = events.get(event)?.fields ?? {};
    const merged = { ...known, ...fields };
    for (const field of Object.keys(merged)) {
      const values = [...(known[field] ?? []), ...(fields[field] ?? [])];
      merged[field] = [...new Set(values)].toSorted();
    }
    events.set(event, { level, fields: merged });
  }
}

/** The fields of a call's last argument; `requestId` is on every line. */
function readFields(checker: Checker, argument: Node): LogEvent["fields"] {
  const fields = checker.getTypeAtLocation(argument);
  const properties = fields ? checker.getPropertiesOfType(fields) : [];
  return Object.fromEntries(
    properties
      .filter(({ name }) => name !== "requestId")
      .map((property) => {
        const declared = checker.getTypeOfSymbolAtLocation(property, argument);
        const type = checker.getNonNullableType(declared);
        const members = (type?.isUnionType() ? type.getTypes() : [type]) ?? [];
        const values = members.flatMap((member) =>
          member?.isStringLiteralType() ? member.value : [],
        );
        return [property.name, values.length === members.length ? values.toSorted() : []];
      }),
  );
}

function readTable(markdown: string): Map<string, LogEvent> {
  return new Map(
    Array.from(markdown.matchAll(ROW), ([, event = "", level = "", cell = ""]) => {
      const fields = Array.from(cell.matchAll(FIELD), ([, field = "", values]) => [
        field,
        values?.split(", ").toSorted() ?? [],
      ]);
      return [event, { level, fields: Object.fromEntries(fields) }];
    }),
  );
}

test("docs/events.md lists every event of the code with its level, fields and values", () => {
  expect([...logged.keys()]).toContain("scheduled.done");
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(logged));
});

test("docs/planning.md lists the limits of /readyz, and its alerts name events", () => {
  const planning = readFileSync("docs/planning.md", "utf8");
  const rows = planning.matchAll(/^\| `(\w+)` \| ([\d,]+) \|/gm);
  const limits = Array.from(
    rows,
    ([, name, limit]) => `["${name}", ${limit?.replaceAll(",", "_")}]`,
  );
  expect(limits).toContain('["retriesStuck", 0]');
  const source = readFileSync("app/platform/backlog.server.ts", "utf8");
  const [, enforced = ""] = /^const LIMITS = \[\n(.*?)^\] as const;$/ms.exec(source) ?? [];
  expect(enforced.match(/\["\w+", [\d_]+\]/g)).toEqual(limits);

  const [, alerts = ""] = /^## Alerts$(.*?)^## /ms.exec(planning) ?? [];
  const events = Array.from(alerts.matchAll(/`([a-z_]+\.[a-z_]+)`/g), ([, name = ""]) => name);
  expect(events).not.toHaveLength(0);
  for (const event of events) expect([...logged.keys()]).toContain(event);
});

test("event names are string literals, so that they can be listed", () => {
  expect(computedNames).toEqual([]);
});
