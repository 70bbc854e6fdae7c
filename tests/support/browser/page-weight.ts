/** What a page load downloads, and the built Worker's modules: gzip level 9, in KB of 1,000 bytes. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";

export interface Download {
  readonly url: string;
  /** Playwright's resource type: "document", "script", "font". */
  readonly type: string;
  readonly kb: number;
}

export const gzippedKb = (content: string | Buffer) =>
  gzipSync(content, { level: 9 }).length / 1000;

/** Opens `url`, and returns the page's HTML and everything downloaded until the network is idle. */
export async function download(
  page: Page,
  url: string,
): Promise<{ downloads: Download[]; html: string }> {
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  const response = await page.goto(url, { waitUntil: "networkidle" });
  const downloads = responses.map(async (response) => ({
    url: response.url(),
    type: response.request().resourceType(),
    kb: gzippedKb(await response.body()),
  }));
  return { downloads: await Promise.all(downloads), html: (await response?.text()) ?? "" };
}

export const sumKb = (downloads: readonly Download[], ...types: string[]) =>
  downloads.filter(({ type }) => types.includes(type)).reduce((total, { kb }) => total + kb, 0);

export function inlineScriptKb(html: string): number {
  const scripts = html.matchAll(
    /<script(?![^>]*(src=|application\/ld\+json))[^>]*>([\s\S]*?)<\/script>/g,
  );
  return gzippedKb(Array.from(scripts, ([, , source]) => source).join("\n"));
}

const FOLDER = path.join(import.meta.dirname, "../../../build/server");
/** The entry module: its static imports are evaluated at startup. */
export const ENTRY_MODULE = "index.js";

/** Source text of the uploaded modules by path. */
export function readServerModules(): ReadonlyMap<string, string> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" });
  const modules = files.filter((file) => file.endsWith(".js"));
  return new Map(modules.map((file) => [file, readFileSync(path.join(FOLDER, file), "utf8")]));
}

/** The only module whose path has this prefix. */
export function findModule(modules: ReadonlyMap<string, string>, prefix: string): string {
  const found = [...modules.keys()].filter((file) => file.startsWith(prefix));
  const [module] = found;
  if (!module || found.length > 1) throw new Error(`${found.length} modules "${prefix}…"`);
  return module;
}

/** A module and its transitive static imports. */
export function findStaticImports(
  modules: ReadonlyMap<string, string>,
  entry: string,
): Set<string> {
  const closure = new Set<string>();
  const waiting = [entry];
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (closure.has(module)) continue;
    closure.add(module);
    waiting.push(...readStaticImports(modules, module));
  }
  return closure;
}

function readStaticImports(modules: ReadonlyMap<string, string>, module: string): string[] {
  const text = modules.get(module);
  if (text === undefined) throw new Error(`The build has no module ${module}`);
  const imports = text.matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+)"/g);
  return Array.from(imports, ([, file = ""]) => path.join(path.dirname(module), file));
}
