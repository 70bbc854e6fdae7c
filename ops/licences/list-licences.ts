/** What the installed packages may be used for, read from the lockfile. */
import * as v from "valibot";

const names = v.optional(v.record(v.string(), v.string()), {});
const packagesSchema = v.record(
  v.string(),
  v.object({
    version: v.optional(v.string()),
    license: v.optional(v.string()),
    link: v.optional(v.boolean(), false),
    dependencies: names,
    optionalDependencies: names,
  }),
);
const lockfileSchema = v.object({ packages: packagesSchema });
type Packages = v.InferOutput<typeof packagesSchema>;

/** What may be in the product: permissive licences, which ask for no more than to be named. */
const PERMISSIVE = /^(MIT|ISC|Apache-2\.0|0BSD|BSD-[23]-Clause|Unlicense|BlueOak-1\.0\.0)$/;

export interface Licences {
  /** docs/licences.md. */
  readonly document: string;
  /** Packages of the product whose licence needs a person's look. */
  readonly questionable: readonly string[];
}

/** Lists every package of the product, and counts the licences of the tools. */
export function listLicences(lockfile: string): Licences {
  const { packages } = v.parse(v.pipe(v.string(), v.parseJson(), lockfileSchema), lockfile);
  const shipped = productOf(packages);
  const all = Object.entries(packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && !link)
    .map(([path, entry]) => ({
      name: path.replace(/^.*node_modules\//, ""),
      version: entry.version ?? "",
      licence: entry.license ?? "not stated",
      isTool: !shipped.has(path),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  const product = all.filter(({ isTool }) => !isTool);
  const tools = all.filter(({ isTool }) => isTool);
  return {
    document: write(product, countLicences(tools)),
    questionable: product.filter(({ licence }) => !isPermissive(licence)).map(({ name }) => name),
  };
}

/** Paths of what the project's own dependencies need; npm counts those of the local packages among them. */
function productOf(packages: Packages): ReadonlySet<string> {
  const found = new Set([""]);
  for (const parent of found) {
    const entry = packages[parent];
    const needed = { ...entry?.dependencies, ...entry?.optionalDependencies };
    for (const name of Object.keys(needed)) {
      const path = findInstalled(packages, parent, name);
      if (path !== undefined) found.add(path);
    }
  }
  return found;
}

/** As Node looks it up: beside the parent first, then further out. */
function findInstalled(packages: Packages, parent: string, name: string): string | undefined {
  const own = parent === "" ? `node_modules/${name}` : `${parent}/node_modules/${name}`;
  if (own in packages) return own;
  if (parent === "") return undefined;
  const outer = parent.slice(0, Math.max(0, parent.lastIndexOf("node_modules/") - 1));
  return findInstalled(packages, outer, name);
}

/** "A OR B" leaves the choice. */
function isPermissive(licence: string): boolean {
  return licence.split(" OR ").some((each) => PERMISSIVE.test(each));
}

function countLicences(tools: readonly { readonly licence: string }[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { licence } of tools) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  return [...counts]
    .toSorted(([a, most], [b, least]) => least - most || a.localeCompare(b, "en"))
    .map(([licence, count]) => `| ${licence} | ${count} |`);
}

function write(
  product: readonly { readonly name: string; readonly version: string; readonly licence: string }[],
  tools: readonly string[],
): string {
  return `# Licences

Written by \`npm run licences\` from the lockfile; a test holds it to what is installed.

## In the product, or installed for it

| package | version | licence |
| --- | --- | --- |
${product.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`).join("\n")}

## Tools

They build, test and deploy the product and are no part of it.

| licence | packages |
| --- | --- |
${tools.join("\n")}
`;
}
