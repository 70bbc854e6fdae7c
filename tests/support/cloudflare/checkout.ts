/** A copy of this project with wrangler.toml filled in, committed on main and pushed to an origin. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { readWranglerConfig } from "../../../ops/lib/target.ts";
import { listProjectFiles } from "../project-files.ts";

/** Supabase project ids in the filled-in wrangler.toml. */
export const SUPABASE_PROJECTS = { staging: "stagingproject", production: "productionproject" };
/** Hyperdrive ids in the filled-in wrangler.toml. */
const HYPERDRIVE_IDS = { staging: "5".repeat(32), production: "7".repeat(32) };

export type Checkout = ReturnType<typeof makeCheckout>;

export function makeCheckout() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "checkout-"));
  const source = process.cwd();
  for (const file of listProjectFiles()) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(source, file), path.join(folder, file));
  }
  symlinkSync(path.join(source, "node_modules"), path.join(folder, "node_modules"));
  const toml = path.join(folder, "wrangler.toml");
  writeFileSync(toml, fillIn(readFileSync(toml, "utf8")));
  // "node_modules/" would not ignore a symbolic link.
  writeFileSync(path.join(folder, ".gitignore"), "node_modules\nbuild\n.wrangler\n.react-router\n");

  const origin = `${folder}-origin.git`;
  /** Runs git and returns its output. */
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: folder,
      stdio: "pipe",
      env: { ...process.env, ...IDENTITY },
    }).toString();
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", origin]);
  git("init", "--quiet", "--initial-branch=main");
  git("remote", "add", "origin", origin);
  git("add", "--all");
  git("commit", "--quiet", "--message", "The product");
  git("push", "--quiet", "origin", "main");
  /** The short commit id that deploys use. */
  const head = () => git("rev-parse", "--short=12", "HEAD").trim();
  return {
    folder,
    git,
    head,
    /** Writes a build for staging that is quick to upload. */
    writeStubBuild() {
      const server = path.join(folder, "build/server");
      mkdirSync(path.join(folder, "build/client"), { recursive: true });
      mkdirSync(server, { recursive: true });
      const config = readWranglerConfig("staging", folder);
      const built = { ...config, unsafe: undefined, main: "index.js", no_bundle: true };
      const assets = { ...config.assets, directory: "../client" };
      writeFileSync(path.join(server, "wrangler.json"), JSON.stringify({ ...built, assets }));
      const code = `export default { fetch: () => new Response("${head()}") };`;
      writeFileSync(path.join(server, "index.js"), code);
    },
    remove() {
      for (const each of [folder, origin]) rmSync(each, { recursive: true, force: true });
    },
  };
}

const IDENTITY = {
  GIT_AUTHOR_NAME: "Operator",
  GIT_AUTHOR_EMAIL: "operator@example.com",
  GIT_COMMITTER_NAME: "Operator",
  GIT_COMMITTER_EMAIL: "operator@example.com",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

function fillIn(toml: string): string {
  return toml
    .replace("replacemestagingxxxx.supabase", `${SUPABASE_PROJECTS.staging}.supabase`)
    .replace("replacemeproductionx.supabase", `${SUPABASE_PROJECTS.production}.supabase`)
    .replace(`${"0".repeat(31)}1`, HYPERDRIVE_IDS.staging)
    .replace(`${"0".repeat(31)}2`, HYPERDRIVE_IDS.production)
    .replaceAll("replace-me", "acme");
}
