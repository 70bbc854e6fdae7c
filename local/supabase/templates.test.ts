import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { brand } from "../../app/content/brand.ts";

const FOLDER = new URL("../../supabase/templates/", import.meta.url);
const THEME = readFileSync(new URL("../../app/ui/theme.css", import.meta.url), "utf8");

const coloursIn = (text: string) => new Set(text.toLowerCase().match(/#[0-9a-f]{6}\b/g));

describe.each(readdirSync(FOLDER))("the mail %s", (file) => {
  const html = readFileSync(new URL(file, FOLDER), "utf8");

  test("carries the studio's name, and no colour that the site has not", () => {
    expect(html).toContain(`>${brand.name}</span></p>`);
    const known = coloursIn(THEME);
    expect(Array.from(coloursIn(html)).filter((colour) => !known.has(colour))).toEqual([]);
  });

  test("is made for light and dark", () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain("@media (prefers-color-scheme: dark)");
  });
});
