/** Readable device names. A User-Agent header is a hint: browsers imitate each other. */
import { Buffer } from "node:buffer";

type Names = readonly (readonly [name: string, pattern: RegExp])[];

/** The first match wins: most browsers also claim to be Chrome and Safari. */
const BROWSERS: Names = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\b(OPR|OPT|Opera)\b/],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Vivaldi", /\bVivaldi\//],
  ["DuckDuckGo", /\b(DuckDuckGo|Ddg)\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|Chromium|HeadlessChrome|CriOS)\//],
  ["Safari", /\bVersion\/.*\bSafari\//],
];

const SYSTEMS: Names = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
];

/**
 * A User-Agent for calls with Supabase's secret key, which Supabase rejects from a browser: hexadecimal
 * digits name none. Source: `secretKeyInBrowser` in tests/refusals/recorded-refusals.ts.
 */
export function packUserAgent(userAgent: string): string {
  const digits = Buffer.from(userAgent).toString("hex");
  return `server/1 ${digits}`;
}

/** The browser's User-Agent, packed or not: a browser that opens a link at GoTrue itself sends its own. */
export function unpackUserAgent(stored: string): string {
  return stored.replace(/^server\/1 ?([\da-f]*)$/, (_, digits: string) =>
    Buffer.from(digits, "hex").toString(),
  );
}

/** E.g. "Firefox on Windows", from a User-Agent header or what GoTrue stored of it. */
export function getDeviceName(stored: string | null): string {
  const userAgent = unpackUserAgent(stored ?? "");
  const find = (names: Names) => names.find(([, pattern]) => pattern.test(userAgent));
  const [browser = "A browser"] = find(BROWSERS) ?? [];
  const [system = "an unknown system"] = find(SYSTEMS) ?? [];
  return `${browser} on ${system}`;
}
