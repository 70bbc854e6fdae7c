/**
 * What the build ships works in each browser of `BASELINE`, or is listed here with what happens without it.
 * To use a newer feature, add it to the list, or wait.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { findMissingInScript, findMissingInStylesheet } from "../../support/browser/baseline.ts";
import { expect, test } from "../../support/browser/fixtures.ts";
import { isTemplate } from "../../support/template.ts";

const DEGRADES = {
  "-webkit-tap-highlight-color": "taps are highlighted as the browser does",
  "text-size-adjust": "of phones only",
  "font-family: ui-monospace": "the next font of the list",
  "text-decoration: dotted": "a solid underline",
  "text-wrap: pretty": "a paragraph's last line may be one word",
  "@starting-style": "the dialog appears at once",
  "::details-content": "only open answers are printed",
  "content-visibility": "only open answers are printed",
  "content-visibility: visible": "only open answers are printed",
  "@property": "Tailwind sets the initial values itself",
  "forced-color-adjust": "the system's colors",
  "forced-color-adjust: none": "the system's colors",
  "field-sizing": "the text area scrolls",
  "field-sizing: content": "the text area scrolls",
  "scrollbar-width": "a scrollbar under the section links",
  "scrollbar-width: none": "a scrollbar under the section links",
  ":open": "in an `:is()` that ignores it",
  "position-area": "menus open below the header",
  "position-area: bottom": "menus open below the header",
  "position-area: span-right": "menus open below the header",
  "@view-transition": "the next page appears at once",
  "::view-transition-group": "the next page appears at once",
  "::view-transition-old": "the next page appears at once",
  "::view-transition-new": "the next page appears at once",
  startViewTransition: "React Router asks first",
  connection: "read as optional",
  prerendering: "read as undefined",
  fetchPriority: "an attribute that React sets",
} as const;

/** React's and our own objects have members of these names. */
const OWN = ["tag", "locale", "animation", "displayName", "delay", "handle"];

const ASSETS = path.join(import.meta.dirname, "../../../build/client/assets");
const readAssets = (extension: string) =>
  readdirSync(ASSETS)
    .filter((file) => file.endsWith(extension))
    .map((file) => readFileSync(path.join(ASSETS, file), "utf8"));

test("stylesheet, scripts and inline scripts work in Baseline widely available, or degrade as listed", async ({
  request,
}) => {
  const pages = await Promise.all(
    ["/", "/contact", "/auth/signin"].map(async (url) => (await request.get(url)).text()),
  );
  const inline = pages.flatMap((html) =>
    Array.from(
      html.matchAll(/<script(?: nonce="[^"]*")?>(.*?)<\/script>/gs),
      ([, code = ""]) => code,
    ),
  );
  for (const page of pages) expect(page).toMatch(/<script(?: nonce="[^"]*")?>/);
  const found = new Set([
    ...readAssets(".css").flatMap((text) => [...findMissingInStylesheet(text)]),
    ...[...readAssets(".js"), ...inline].flatMap((code) => [...findMissingInScript(code)]),
  ]);
  const known = [...Object.keys(DEGRADES), ...OWN];
  expect([...found].filter((feature) => !known.includes(feature))).toEqual([]);
  // A product may have taken out the only place of a feature.
  const unused = known.filter((feature) => !found.has(feature));
  expect(isTemplate ? unused : []).toEqual([]);
});
