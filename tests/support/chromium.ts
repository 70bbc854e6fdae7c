/**
 * A headless Chromium that comes from npm with everything it links, so that browser tests on Linux x64 need
 * nothing from the system; elsewhere Playwright's own, or the one that CHROMIUM_PATH names.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium as playwright } from "@playwright/test";
import chromium, { inflate } from "@sparticuz/chromium";

const cacheFolder = fileURLToPath(new URL("../../node_modules/.cache/chromium", import.meta.url));
const packedFolder = fileURLToPath(new URL("../bin", import.meta.resolve("@sparticuz/chromium")));
const PACKED = ["chromium.br", "fonts.tar.br", "al2023.tar.br"];

/** Share one process with what draws the pages: one start in fifty ends in a segmentation fault. */
const CRASHING = ["single-process", "in-process-gpu", "no-zygote"];
/** Emulate a graphics card: with three tabs open, each can hold up the others for seconds. */
const SLOW = ["ignore-gpu-blocklist", "use-gl", "use-angle", "enable-unsafe-swiftshader"];
/** Switch off what the tests are to see at work. */
const UNSAFE = ["disable-web-security", "allow-running-insecure-content"];

/** The package's own arguments, less those that do harm here, and "headless", which Playwright sets. */
const ARGS = [
  ...chromium.args.filter((arg) => {
    const [name = ""] = arg.replace(/^--/, "").split("=");
    return ![...CRASHING, ...SLOW, ...UNSAFE, "headless"].includes(name);
  }),
  "--disable-gpu",
];

export interface BrowserLaunch {
  readonly executablePath: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/** Where a browser for this machine comes from. */
export type BrowserSource =
  | { readonly from: "package" }
  | { readonly from: "path"; readonly executablePath: string };

/**
 * Chooses it: `CHROMIUM_PATH` first, then the package on the one platform it is made for, then the browser
 * that Playwright installed. Throws one line that says what to do when there is none.
 */
export function chooseBrowser(machine: {
  readonly platform: string;
  readonly arch: string;
  readonly named: string | undefined;
  readonly playwrights: string;
  readonly exists: (file: string) => boolean;
}): BrowserSource {
  const { platform, arch, named, playwrights, exists } = machine;
  if (named && !exists(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`);
  if (named) return { from: "path", executablePath: named };
  if (platform === "linux" && arch === "x64") return { from: "package" };
  if (exists(playwrights)) return { from: "path", executablePath: playwrights };
  throw new Error(
    `No browser for ${platform}-${arch}: run \`npx playwright install chromium\`, or name one in CHROMIUM_PATH`,
  );
}

/** Says how to start the browser; the packaged one is unpacked on first use (about two seconds). */
export async function prepareChromium(): Promise<BrowserLaunch> {
  const source = chooseBrowser({
    platform: process.platform,
    arch: process.arch,
    named: process.env.CHROMIUM_PATH,
    playwrights: playwright.executablePath(),
    exists: existsSync,
  });
  if (source.from === "path") {
    return { executablePath: source.executablePath, args: ["--no-sandbox"], env: inheritedEnv() };
  }
  if (!existsSync(cacheFolder)) await unpack();
  return {
    executablePath: path.join(cacheFolder, "chromium"),
    args: ARGS,
    env: {
      ...inheritedEnv(),
      LD_LIBRARY_PATH: path.join(cacheFolder, "al2023", "lib"),
      FONTCONFIG_FILE: path.join(cacheFolder, "fonts.conf"),
    },
  };
}

/** Into a folder aside first: an interrupted run must not leave half a browser. */
async function unpack(): Promise<void> {
  const before = process.env.TMPDIR;
  mkdirSync(path.dirname(cacheFolder), { recursive: true });
  const aside = mkdtempSync(`${cacheFolder}-`);
  process.env.TMPDIR = aside;
  try {
    await Promise.all(PACKED.map((file) => inflate(path.join(packedFolder, file))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  writeFileSync(path.join(aside, "fonts.conf"), fontConfiguration(path.join(cacheFolder, "fonts")));
  rmSync(cacheFolder, { recursive: true, force: true });
  renameSync(aside, cacheFolder);
}

/** Only the fonts that came along, so that every machine draws the same text. */
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>
`;
}

function inheritedEnv(): Record<string, string> {
  const entries = Object.entries(process.env);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
