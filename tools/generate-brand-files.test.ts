import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { brand } from "../app/content/brand";
import { studio } from "../app/content/studio";
import { listProjectFiles } from "../tests/support/project-files";
import { studioFiles } from "./generate-brand-files";

const ROOT = path.join(import.meta.dirname, "..");
const OTHER = "Plumb & Level";

/** The template's own name, which a merge of a later version must not bring back. */
const TEMPLATE = "selvedge";

/** Files, except this one, that contain the template's name. */
function filesWithTemplateName(): string[] {
  const self = path.relative(ROOT, import.meta.filename);
  const hasName = (file: string) => readFileSync(file, "utf8").toLowerCase().includes(TEMPLATE);
  return listProjectFiles().filter((file) => file !== self && hasName(file));
}

afterEach(() => {
  vi.doUnmock("~/content/brand");
  vi.doUnmock("~/content/studio");
  vi.resetModules();
});

test("the generated files are up to date", () => {
  for (const [file, text] of studioFiles(brand)) {
    const hint = `${file} is generated. Run node tools/generate-brand-files.ts`;
    expect(readFileSync(path.join(ROOT, file), "utf8"), hint).toBe(text);
  }
});

test("every email template is generated", () => {
  const made = [...studioFiles(brand).keys()].filter((file) => file.endsWith(".html"));
  expect(made.toSorted()).toEqual(listProjectFiles("supabase/templates").toSorted());
});

test("the template's name is only in generated files and those that docs/make-it-yours.md lists", () => {
  const document = readFileSync(path.join(ROOT, "docs/make-it-yours.md"), "utf8");
  const renamed = studioFiles({ name: OTHER, claim: brand.claim });
  for (const [file, text] of renamed) expect(text.toLowerCase(), file).not.toContain(TEMPLATE);
  const listed = (file: string) => renamed.has(file) || document.includes(`\`${file}\``);
  expect(filesWithTemplateName().filter((file) => !listed(file))).toEqual([]);
  expect(renamed.get("supabase/templates/invite.html")).toContain("Plumb &amp; Level");
});

test("after a rename, page content and metadata have the new name", async () => {
  vi.resetModules();
  vi.doMock("~/content/brand", () => ({ brand: { ...brand, name: OTHER } }));
  vi.doMock("~/content/studio", () => ({
    studio: { ...studio, nameStory: "It stands straight." },
    remainingPlaceholders: [],
  }));
  const { pageMeta } = await import("~/navigation/page-meta");
  const files = globSync("app/content/**/!(*.test|brand|studio).ts", { cwd: ROOT });
  const modules = await Promise.all(files.map((file) => import(path.join(ROOT, file))));
  const args = { location: { pathname: "/", search: "" }, matches: [] };
  const metadata = JSON.stringify(pageMeta(args, { title: "About" }));
  const words = JSON.stringify(modules) + metadata;
  expect(words).not.toContain(brand.name);
  expect(words).toContain(OTHER);
  expect(metadata).toContain(OTHER);
});
