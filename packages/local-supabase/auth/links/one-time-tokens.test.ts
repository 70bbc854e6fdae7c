import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readAuthConfig } from "../../config/project.ts";
import { createOneTimeToken } from "./one-time-tokens.ts";

/** Source: supabase/auth, internal/conf/configuration.go: outside of 6 to 10 the length is 6. */
test.each([
  [10, 10],
  [8, 8],
  [5, 6],
  [11, 6],
])("with otp_length = %i an emailed code has %i digits", async (length, digits) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "otp-"));
  await mkdir(path.join(folder, "supabase"));
  const file = path.join(folder, "supabase/config.toml");
  await writeFile(file, `[auth.email]\notp_length = ${length}\n`);
  const { code } = createOneTimeToken({ config: readAuthConfig(folder) }, "ann@example.com");
  expect(code).toMatch(new RegExp(`^\\d{${digits}}$`));
  await rm(folder, { recursive: true });
});
