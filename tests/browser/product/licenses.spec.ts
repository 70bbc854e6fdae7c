import { readFileSync } from "node:fs";
import { expect, test } from "../../support/browser/fixtures.ts";

/** Permissive licenses, which require attribution only; OFL is the font's. */
const PERMISSIVE =
  /^(MIT|ISC|Apache-2\.0|0BSD|BSD-[23]-Clause|Unlicense|BlueOak-1\.0\.0|OFL-1\.1)$/;
/** A heading of Vite's `build.license`: "## name - version (license)". */
const HEADING = /^## (?<name>\S+) - \S+(?: \((?<license>.+)\))?$/gm;

test("all code that ships is under a permissive license, and the site serves the notices", async ({
  request,
}) => {
  const notices = ["client", "server"].map((part) =>
    readFileSync(`build/${part}/third-party-licenses.md`, "utf8"),
  );
  const packages = Array.from(notices.join("\n").matchAll(HEADING), ({ groups = {} }) => groups);
  expect(packages.map(({ name }) => name)).toContain("react");
  for (const { name, license = "none stated" } of packages) {
    // "A OR B" allows either.
    const isFine = license.split(" OR ").some((each) => PERMISSIVE.test(each));
    expect(isFine, `${name}: ${license}`).toBe(true);
  }
  const served = await request.get("/third-party-licenses.md");
  expect(await served.text()).toBe(notices[0]);
});
