/** Readable device names. A User-Agent header is a hint: browsers imitate each other. */

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

/** E.g. "Firefox on Windows", from a User-Agent header. */
export function getDeviceName(userAgent: string | null): string {
  const browser = find(BROWSERS, userAgent ?? "");
  const system = find(SYSTEMS, userAgent ?? "");
  if (browser && system) return `${browser} on ${system}`;
  if (browser) return browser;
  return system ? `A browser on ${system}` : "An unknown browser";
}

function find(names: Names, userAgent: string): string | undefined {
  return names.find(([, pattern]) => pattern.test(userAgent))?.[0];
}
