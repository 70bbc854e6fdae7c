/** What the code that ships may be used for, read from the notices that the build writes. */

/** Permissive licences, which ask for no more than to be named; OFL is the font's. */
const PERMISSIVE =
  /^(MIT|ISC|Apache-2\.0|0BSD|BSD-[23]-Clause|Unlicense|BlueOak-1\.0\.0|OFL-1\.1)$/;

/** A heading of Vite's `build.license`: "## name - version (licence)"; the licence is missing where none is stated. */
const HEADING = /^## (?<name>\S+) - (?<version>\S+)(?: \((?<licence>.+)\))?$/gm;

interface Package {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** The text of `third-party-licences.md`, once for the browser's code and once for the Worker's. */
export interface Notices {
  readonly browser: string;
  readonly worker: string;
}

export interface Licences {
  /** docs/licences.md. */
  readonly document: string;
  /** Packages that ship and whose licence needs a person's look. */
  readonly questionable: readonly string[];
}

/** Lists every package of which some code ships. */
export function listLicences({ browser, worker }: Notices): Licences {
  const inBrowser = readPackages(browser);
  const inWorker = readPackages(worker);
  const questionable = [...inBrowser, ...inWorker].filter(({ licence }) => !isPermissive(licence));
  return {
    document: write(inBrowser, inWorker),
    questionable: [...new Set(questionable.map(({ name }) => name))],
  };
}

function readPackages(notices: string): readonly Package[] {
  return Array.from(notices.matchAll(HEADING), ({ groups }) => ({
    name: groups?.name ?? "",
    version: groups?.version ?? "",
    licence: groups?.licence ?? "not stated",
  })).toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

/** "A OR B" leaves the choice. */
function isPermissive(licence: string): boolean {
  return licence.split(" OR ").some((each) => PERMISSIVE.test(each));
}

const toTable = (packages: readonly Package[]) => `| package | version | licence |
| --- | --- | --- |
${packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`).join("\n")}`;

function write(browser: readonly Package[], worker: readonly Package[]): string {
  return `# Licences

The project is under the [MIT licence](../LICENSE). Below is what others wrote of the code that ships, as the build
found it in the bundles; \`npm run licences\` writes this page anew, and a test holds it to the build. The notices
themselves ship with the code: \`/third-party-licences.md\` on the site, and the file of that name beside the Worker.
Everything else in \`package.json\` builds, tests or deploys the product and is no part of it.

## What a browser gets

${toTable(browser)}

## What runs in the Worker

${toTable(worker)}
`;
}
