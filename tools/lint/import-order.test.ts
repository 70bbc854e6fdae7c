import { describe, expect, test } from "vitest";
import { findCircles, findViolations } from "./import-order.ts";

const imports = (file: string, ...lines: string[]) =>
  findViolations(file, lines.join("\n")).map(({ imported }) => imported);

describe("the order of imports", () => {
  test.each([
    ["app/auth/some.ts", "~/billing/plan"],
    ["app/navigation/some.ts", "~/auth/session/visitor.server"],
    ["app/billing/portal/some.ts", "~/account/change-request-card"],
    ["app/contact/some.ts", "~/auth/methods/password/schema"],
    ["app/account/some.ts", "~/marketing/section"],
    ["app/ui/some.tsx", "~/platform/config.server"],
    ["app/content/some.ts", "~/navigation/paths"],
    ["app/content/some.ts", "~/ui/button"],
    ["app/platform/some.server.ts", "~/auth/methods/password/schema"],
    ["app/account/some.ts", "~/routes/account/dashboard"],
    ["app/ui/some.ts", "~/root"],
  ])("%s may not import %s, in any syntax", (file, imported) => {
    const path = imported.replace("~/", "app/");
    const depth = "../".repeat(file.split("/").length - 2);
    const relative = imported.replace("~/", depth);
    for (const specifier of [imported, relative]) {
      expect(imports(file, `import "${specifier}";`)).toEqual([path]);
      expect(imports(file, `import type { A } from "${specifier}"; export type { A };`)).toEqual([
        path,
      ]);
      expect(imports(file, `export { a } from "${specifier}";`)).toEqual([path]);
      expect(imports(file, `export * from "${specifier}";`)).toEqual([path]);
      expect(imports(file, `const a = await import("${specifier}");`)).toEqual([path]);
      expect(imports(file, `type A = import("${specifier}").A;`)).toEqual([path]);
    }
  });

  test("leaves may not import the schema", () => {
    expect(imports("app/forms/some.ts", 'import "#drizzle/schema";')).toEqual(["drizzle/schema"]);
  });

  test("a folder without a place in the order may import every domain in it, and no other", () => {
    const lines = ["~/account/change-request-card", "~/contact/schema"].map(
      (name) => `import "${name}";`,
    );
    expect(imports("app/unlisted/some.ts", ...lines)).toEqual(["app/contact/schema"]);
  });

  test("a domain may import earlier domains, leaves and the platform", () => {
    const allowed = [
      "~/billing/plan",
      "~/ui/button",
      "~/platform/log.server",
      "valibot",
      "./other",
    ];
    expect(imports("app/account/some.ts", ...allowed.map((name) => `import "${name}";`))).toEqual(
      [],
    );
    expect(imports("app/contact/some.ts", 'import "~/navigation/paths";')).toEqual([]);
  });

  test.each([
    ["workers/some.ts", "../local/cloud", "local/cloud"],
    ["app/auth/some.ts", "../../tools/shared/settings", "tools/shared/settings"],
    ["app/auth/some.ts", "local-stripe", "packages/local-stripe"],
    ["ops/some.ts", "../local/some.ts", "local/some.ts"],
    ["tools/some.ts", "../ops/some.ts", "ops/some.ts"],
    ["packages/local-kit/some.ts", "../../app/root.tsx", "app/root.tsx"],
    ["drizzle/some.ts", "../packages/local-kit/page.ts", "packages/local-kit/page.ts"],
  ])("%s may not import %s", (file, specifier, imported) => {
    expect(imports(file, `import "${specifier}";`)).toEqual([imported]);
  });
});

describe("circles between folders of a domain", () => {
  const find = (...pairs: readonly [file: string, imported: string][]) =>
    findCircles(pairs.map(([file, imported]) => ({ file, imported })));
  const down = ["app/auth/methods/link/a.ts", "app/auth/session/b"] as const;

  test("two folders may not import each other, however many lie between", () => {
    const up = ["app/auth/session/b.ts", "app/auth/sign-in/c"] as const;
    const back = ["app/auth/sign-in/c.ts", "app/auth/methods/link/d"] as const;
    expect(find([...down], [...up], [...back])).toHaveLength(3);
    expect(find([...down], [...back])).toEqual([]);
  });

  test("a folder and the one above it may not import each other", () => {
    expect(
      find(
        ["app/account/a.ts", "app/account/profile/b"],
        ["app/account/profile/b.ts", "app/account/c"],
      ),
    ).toHaveLength(2);
  });

  test("many ways between many folders are each followed once", () => {
    const folders = Array.from({ length: 24 }, (_, at) => `app/auth/${at}`);
    const down = folders.flatMap((from, at) =>
      folders.slice(at + 1).map((to) => [`${from}/a.ts`, `${to}/b`] as [string, string]),
    );
    expect(find(...down)).toEqual([]);
    expect(find(...down, ["app/auth/23/b.ts", "app/auth/0/a"])).toHaveLength(down.length + 1);
  });

  test("files of one folder may, and other domains have their own order", () => {
    expect(find(["app/ui/a.ts", "app/ui/b"], ["app/ui/b.ts", "app/ui/a"])).toEqual([]);
    expect(find(["app/ui/a.ts", "app/forms/b"], ["app/forms/b.ts", "app/ui/a"])).toEqual([]);
  });
});
