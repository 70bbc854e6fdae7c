/**
 * `node tools/generate-brand-files.ts`: generates the files that cannot import `app/content`: email templates, the name in
 * `supabase/config.toml`, and the web manifest. The share image and icons in `public/` are not generated.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brand } from "../app/content/brand.ts";
import { createAuthEmails } from "../app/content/emails.ts";
import { emailHtml } from "../app/email/email-layout.ts";

const ROOT = path.join(import.meta.dirname, "..");
const TEMPLATES = path.join("supabase", "templates");
const SETTINGS = path.join("supabase", "config.toml");
const MANIFEST = path.join("public", "site.webmanifest");

/** The settings that contain the name. */
const NAMED = /(subject = "You are invited to |rp_display_name = ")[^"]*/g;

/** Facts used in the generated files. */
export interface StudioFacts {
  readonly name: string;
  readonly claim: string;
}

/** Generated file contents by path from the root. */
export function studioFiles({ name, claim }: StudioFacts): Map<string, string> {
  const files = new Map([[MANIFEST, manifest(name, claim)]]);
  const settings = readFileSync(path.join(ROOT, SETTINGS), "utf8");
  files.set(
    SETTINGS,
    settings.replace(NAMED, (_, start: string) => start + name),
  );
  const nameAsHtml = name.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  for (const [template, email] of Object.entries(createAuthEmails(nameAsHtml))) {
    files.set(path.join(TEMPLATES, `${template}.html`), emailHtml(email, nameAsHtml));
  }
  return files;
}

function manifest(name: string, description: string): string {
  const icon = { sizes: "192x192", src: "/icon-192.png", type: "image/png" };
  const largeIcon = { sizes: "512x512", src: "/icon-512.png", type: "image/png" };
  const facts = {
    name,
    short_name: name,
    description,
    start_url: "/",
    display: "browser",
    background_color: "#f6f5f1",
    theme_color: "#f6f5f1",
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
