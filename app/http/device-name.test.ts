import { expect, test } from "vitest";
import { getDeviceName, packUserAgent, unpackUserAgent } from "./device-name";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";

test.each([
  [
    "Firefox on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
  ],
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
  ["Firefox on iPhone", `${IPHONE} (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15`],
  ["Chrome on macOS", `${MAC} ${WEBKIT} Chrome/138.0.0.0 Safari/537.36`],
  [
    "Chrome on Android",
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/138.0.0.0 Mobile Safari/537.36`,
  ],
  [
    "Safari on macOS",
    `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
  ],
  ["Safari on iPhone", `${IPHONE} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`],
  [
    "Safari on iPad",
    "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  ],
  [
    "Edge on Windows",
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`,
  ],
  [
    "Opera on Windows",
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/137.0.0.0 Safari/537.36 OPR/121.0.0.0`,
  ],
  [
    "Samsung Internet on Android",
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  ["A browser on Windows", "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1)"],
  ["A browser on an unknown system", "curl/8.14.1"],
  ["A browser on an unknown system", null],
])("%s is recognized", (name, userAgent) => {
  expect(getDeviceName(userAgent)).toBe(name);
});

test("a browser is recognized from what travels with the secret key, which names none", () => {
  const edge = `${MAC} ${WEBKIT} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`;
  const packed = packUserAgent(edge);
  expect(packed).toMatch(/^server\/1 [\da-f]+$/);
  expect(unpackUserAgent(packed)).toBe(edge);
  expect(getDeviceName(packed)).toBe("Edge on macOS");
  // As HTTP sends it: without the space at the end.
  expect(unpackUserAgent(packUserAgent("").trim())).toBe("");
});
