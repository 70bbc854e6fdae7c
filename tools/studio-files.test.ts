import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { brand } from "../app/content/brand";
import { studio } from "../app/content/studio";
import { studioFiles } from "./studio-files";

const ROOT = path.join(import.meta.dirname, "..");
const OWNER = "app/content/brand.ts";
const OTHER = "Plumb & Level";

/** Paths of the product's text files, without tests. */
function productFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "app", "public", "supabase", "workers"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter((file) => /\.(tsx?|css|html|toml|svg|webmanifest)$/.test(file))
    .filter((file) => !/\.test\.tsx?$/.test(file) && file !== OWNER);
}

afterEach(() => {
  vi.doUnmock("~/content/brand");
  vi.doUnmock("~/content/studio");
  vi.resetModules();
});

test("the generated files are up to date", () => {
  for (const [file, text] of studioFiles(brand)) {
    const hint = `${file} is generated from app/content. Run node tools/studio-files.ts`;
    expect(readFileSync(path.join(ROOT, file), "utf8"), hint).toBe(text);
  }
});

test("every email template is generated", () => {
  const templates = execFileSync("git", ["ls-files", "supabase/templates"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const made = [...studioFiles(brand).keys()].filter((file) => file.endsWith(".html"));
  expect(made.toSorted()).toEqual(templates.trim().split("\n").toSorted());
});

test("after a rename, no file of the product has the old name", () => {
  const renamed = studioFiles({ name: OTHER, claim: brand.claim });
  const files = productFiles();
  expect(files.length).toBeGreaterThan(200);
  const withOldName = files.filter((file) => {
    const text = renamed.get(file) ?? readFileSync(path.join(ROOT, file), "utf8");
    return text.includes(brand.name);
  });
  expect(withOldName).toEqual([]);
  expect(renamed.get("supabase/templates/invite.html")).toContain("Plumb &amp; Level");
});

test("after a rename, page content and metadata have the new name", async () => {
  vi.resetModules();
  vi.doMock("~/content/brand", () => ({ brand: { ...brand, name: OTHER } }));
  vi.doMock("~/content/studio", () => ({
    studio: { ...studio, nameStory: "It stands straight." },
    isRealFact: () => false,
    placeholdersLeft: [],
  }));
  const { pageMeta } = await import("~/navigation/page-meta");
  const { pages } = await import("~/content/pages");
  const modules = await Promise.all([
    import("~/content/marketing/home"),
    import("~/content/marketing/team"),
    import("~/content/marketing/legal"),
    import("~/content/marketing/portfolio"),
    import("~/content/marketing/showcases"),
    import("~/content/marketing/faq"),
    import("~/content/marketing/contact"),
    import("~/content/marketing/not-found"),
    import("~/content/account-deletion"),
    import("~/content/plans"),
    import("~/content/marketing/pricing"),
  ]);
  const args = { location: { pathname: "/", search: "" }, matches: [] };
  const metadata = Object.values(pages).map((page) => pageMeta(args, page));
  const words = JSON.stringify([...modules, metadata, pages]);
  expect(words).not.toContain(brand.name);
  expect(words).toContain(OTHER);
  for (const descriptors of metadata) expect(JSON.stringify(descriptors)).toContain(OTHER);
});
