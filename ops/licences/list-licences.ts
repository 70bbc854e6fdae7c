/** What the installed packages may be used for, read from the lockfile. */
import * as v from "valibot";

const lockfileSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      license: v.optional(v.string()),
      dev: v.optional(v.boolean(), false),
      link: v.optional(v.boolean(), false),
    }),
  ),
});

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
  const all = Object.entries(packages)
    .filter(([path, { link }]) => path !== "" && !link)
    .map(([path, entry]) => ({
      name: path.replace(/^.*node_modules\//, ""),
      version: entry.version ?? "",
      licence: entry.license ?? "not stated",
      isTool: entry.dev,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  const product = all.filter(({ isTool }) => !isTool);
  const tools = all.filter(({ isTool }) => isTool);
  return {
    document: write(product, countLicences(tools)),
    questionable: product.filter(({ licence }) => !isPermissive(licence)).map(({ name }) => name),
  };
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
