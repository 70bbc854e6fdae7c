/**
 * `node tools/share-images.ts`: draws what `public/` shows of the site elsewhere, from the words in
 * `app/content/pages.ts`: one share image per page, the favicons, the icons of the web manifest.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "@playwright/test";
import { brand } from "../app/content/brand.ts";
import { type PageFacts, pages } from "../app/content/pages.ts";
import { prepareChromium } from "../tests/support/chromium.ts";

const PUBLIC = path.join(import.meta.dirname, "..", "public");
const PAPER = "#f6f5f1";
const INK = "#14161c";
const INDIGO = "#2b3f97";
const WARP = "#d9d6cc";
/** Chats fetch the image before they show a link. */
const MAX_BYTES = 60_000;
const CELL = 15;

/** How a page's cloth is woven: each weft floats over so many warps, under so many, and moves on. */
const WEAVES = [
  { over: 3, under: 1, step: 1 },
  { over: 1, under: 1, step: 1 },
  { over: 5, under: 1, step: 2 },
  { over: 2, under: 2, step: 1 },
  { over: 4, under: 2, step: 3 },
  { over: 7, under: 1, step: 3 },
] as const;

function weave(place: number): string {
  const { over, under, step } = WEAVES[place % WEAVES.length] ?? WEAVES[0];
  const period = over + under;
  const columns = Math.ceil(1200 / CELL);
  let floats = "";
  for (let row = 0; row < 11; row += 1) {
    for (let from = -((row * step) % period); from < columns; from += period) {
      floats += `M${from * CELL + 6} ${row * CELL + 8}h${over * CELL - 12}`;
    }
  }
  return floats;
}

function fontFace(): string {
  const file = import.meta.resolve(
    "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
  );
  const font = readFileSync(fileURLToPath(file)).toString("base64");
  return `@font-face { font-family: Sans; font-weight: 400 700; src: url(data:font/woff2;base64,${font}) }`;
}

function mark(size: number, colour: string): string {
  return `<svg width="${size}" height="${size}" viewBox="0 0 32 32" fill="none" stroke="${colour}" stroke-width="5" stroke-linecap="round"><path d="${brand.logoPath}"/></svg>`;
}

function shareCard({ shareLine }: PageFacts, place: number): string {
  const warps = Array.from({ length: 80 }, (_, index) => `M${index * CELL + 7} 0v175`).join("");
  return `<style>
    ${fontFace()}
    body { margin: 0; width: 1200px; height: 630px; background: ${PAPER}; color: ${INK}; font-family: Sans; display: flex; flex-direction: column }
    .name { display: flex; align-items: center; gap: 20px; padding: 56px 72px 0; font-size: 40px; font-weight: 600; letter-spacing: -.02em }
    h1 { flex: 1; display: flex; align-items: center; margin: 0; padding: 0 72px; font-size: 94px; font-weight: 500; line-height: .99; letter-spacing: -.02em; text-wrap: balance }
    .cloth { display: block }
  </style>
  <div class="name">${mark(56, INDIGO)}${brand.name}</div>
  <h1>${shareLine}</h1>
  <svg class="cloth" width="1200" height="175" fill="none">
    <path d="${warps}" stroke="${WARP}" stroke-width="2.5"/>
    <path d="${weave(place)}" stroke="${INDIGO}" stroke-width="10" stroke-linecap="round"/>
  </svg>`;
}

function icon(size: number): string {
  return `<style>body { margin: 0; width: ${size}px; height: ${size}px; display: grid; place-items: center; background: ${PAPER} }</style>${mark(size * 0.66, INDIGO)}`;
}

/** A favicon.ico that holds one PNG. Source of the layout: Microsoft, "Icons" (ICONDIR, ICONDIRENTRY). */
function toIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

async function draw(browser: Browser, html: string, width: number, height: number) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot();
  await page.close();
  return png;
}

async function drawShareImages(browser: Browser): Promise<void> {
  mkdirSync(path.join(PUBLIC, "share"), { recursive: true });
  const byImage = new Map(Object.values<PageFacts>(pages).map((facts) => [facts.image, facts]));
  for (const [place, facts] of [...byImage.values()].entries()) {
    const file = path.join(PUBLIC, "share", facts.image);
    writeFileSync(file, await draw(browser, shareCard(facts, place), 1200, 630));
    const bytes = statSync(file).size;
    if (bytes > MAX_BYTES) throw new Error(`${facts.image} has ${bytes} bytes, over ${MAX_BYTES}`);
    console.log(`share/${facts.image}\t${(bytes / 1000).toFixed(1)} kB`);
  }
}

async function drawIcons(browser: Browser): Promise<void> {
  for (const [name, size] of [
    ["apple-touch-icon.png", 180],
    ["icon-192.png", 192],
    ["icon-512.png", 512],
  ] as const) {
    writeFileSync(path.join(PUBLIC, name), await draw(browser, icon(size), size, size));
  }
  writeFileSync(path.join(PUBLIC, "favicon.ico"), toIco(await draw(browser, icon(32), 32, 32), 32));
  writeFileSync(
    path.join(PUBLIC, "favicon.svg"),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path{stroke:${INDIGO}}@media(prefers-color-scheme:dark){path{stroke:#a9b8ff}}</style><path d="${brand.logoPath}" fill="none" stroke-width="5" stroke-linecap="round"/></svg>\n`,
  );
}

const { executablePath, args, env } = await prepareChromium();
const browser = await chromium.launch({ executablePath, args, env });
try {
  await drawShareImages(browser);
  await drawIcons(browser);
} finally {
  await browser.close();
}
