import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readTarget } from "../lib/target.ts";
import { generalSettings } from "./auth-settings.ts";

test.each(["enabled", "enable_signup"])("email sign-in is switched by auth.email.%s", (name) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "auth-settings-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, "supabase"));
  writeFileSync(path.join(folder, "supabase/config.toml"), `[auth.email]\n${name} = false\n`);
  const target = { ...readTarget("staging"), folder };
  expect(generalSettings(target)).toMatchObject({ external_email_enabled: false });
});
