/**
 * `node tools/generate-brand-files.ts`: generates the files that cannot import `app/content` or read CSS:
 * email templates, the name in `supabase/config.toml`, the web manifest, `favicon.svg`, and the theme's
 * colors. Other images of `public/` are not generated.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brand } from "../app/content/brand.ts";
import { createAuthEmails } from "../app/content/emails.ts";
import { type EmailColors, emailHtml } from "../app/email/email-layout.ts";

const ROOT = path.join(import.meta.dirname, "..");
const TEMPLATES = path.join("supabase", "templates");
const SETTINGS = path.join("supabase", "config.toml");
const MANIFEST = path.join("public", "site.webmanifest");
const FAVICON = path.join("public", "favicon.svg");

const THEME = path.join("app", "ui", "styles", "theme.css");
const COLORS = path.join("app", "ui", "styles", "theme-colors.ts");

/** The settings that contain the name. */
const NAMED = /(subject = "You are invited to |rp_display_name = ")[^"]*/g;

/** Facts used in the generated files. */
interface StudioFacts {
  readonly name: string;
  readonly claim: string;
}

/** Generated file contents by path from the root. */
export function studioFiles({ name, claim }: StudioFacts): Map<string, string> {
  const colors = readThemeColors();
  const files = new Map([[MANIFEST, manifest(name, claim, colors.page.light)]]);
  files.set(COLORS, colorModule(colors));
  files.set(FAVICON, favicon(colors.accent));
  const settings = readFileSync(path.join(ROOT, SETTINGS), "utf8");
  files.set(
    SETTINGS,
    settings.replace(NAMED, (_, start: string) => start + name),
  );
  const nameAsHtml = name.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  for (const [template, email] of Object.entries(createAuthEmails(nameAsHtml))) {
    files.set(path.join(TEMPLATES, `${template}.html`), emailHtml(email, nameAsHtml, colors));
  }
  return files;
}

/**
 * The colors of the theme that emails, the toolbar, and the manifest use. Throws for one that the theme
 * lacks.
 */
function readThemeColors(): EmailColors {
  const css = readFileSync(path.join(ROOT, THEME), "utf8");
  const read = (token: string) => {
    const pattern = new RegExp(`--color-${token}: light-dark\\((#\\w+), (#\\w+)\\);`);
    const [, light, dark] = pattern.exec(css) ?? [];
    if (!light || !dark) throw new Error(`${THEME} has no --color-${token} as two hex colors`);
    return { light, dark };
  };
  return {
    page: read("page"),
    surface: read("surface"),
    line: read("line"),
    ink: read("ink"),
    inkSoft: read("ink-soft"),
    accent: read("accent"),
    onAccent: read("on-accent"),
  };
}

function colorModule(colors: EmailColors): string {
  const lines = Object.entries(colors).map(
    ([name, { light, dark }]) => `export const ${name} = { light: "${light}", dark: "${dark}" };\n`,
  );
  return `/** Generated from theme.css by tools/generate-brand-files.ts. */\n${lines.join("")}`;
}

/** The logo in the theme's accent, which the file cannot read from CSS. */
function favicon({ light, dark }: EmailColors["accent"]): string {
  const style = `path{stroke:${light}}@media(prefers-color-scheme:dark){path{stroke:${dark}}}`;
  const logo = `<path d="${brand.logoPath}" fill="none" stroke-width="5" stroke-linecap="round"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>${style}</style>${logo}</svg>\n`;
}

function manifest(name: string, description: string, page: string): string {
  const icon = { sizes: "192x192", src: "/icon-192.png", type: "image/png" };
  const largeIcon = { sizes: "512x512", src: "/icon-512.png", type: "image/png" };
  const facts = {
    name,
    short_name: name,
    description,
    start_url: "/",
    display: "browser",
    background_color: page,
    theme_color: page,
    icons: [icon, { ...largeIcon, purpose: "any maskable" }],
  };
  return `${JSON.stringify(facts, null, 2)}\n`;
}

if (import.meta.main) {
  for (const [file, text] of studioFiles(brand)) {
    writeFileSync(path.join(ROOT, file), text);
    console.log(file);
  }
}
