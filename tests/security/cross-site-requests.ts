/** Headers that a browser may send with an unsafe request from another site. */
type CrossSiteHeaders = Readonly<Record<string, string>>;

const ORIGINS = [
  "null",
  "https://evil.example",
  "http://evil.example",
  "https://localhost",
  "http://localhost",
  "http://localhost:1",
  "http://localhost.evil.example",
  "http://evil.localhost",
  "http://127.0.0.1",
  "http://[::1]",
  "http://localhost@evil.example",
  "file://",
  "chrome-extension://abcdefghijklmnop",
  "about:blank",
  "data:",
  "javascript:",
  "*",
  "undefined",
] as const;
const SITES = [
  "cross-site",
  "same-site",
  "CROSS-SITE",
  "same-origin, cross-site",
  "unknown",
] as const;

/** Variants of the origin, of the fetch metadata, and of both. */
export const CROSS_SITE_REQUESTS: readonly CrossSiteHeaders[] = [
  ...ORIGINS.map((Origin) => ({ Origin })),
  ...SITES.map((site) => ({ "Sec-Fetch-Site": site })),
  ...SITES.map((site) => ({ Origin: "https://evil.example", "Sec-Fetch-Site": site })),
];
