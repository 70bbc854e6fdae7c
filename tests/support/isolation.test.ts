import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findFreeOffset } from "./isolation.ts";

test("concurrent runs get different offsets", async () => {
  const offsets = await Promise.all(Array.from({ length: 4 }, findFreeOffset));
  expect(new Set(offsets).size).toBe(4);
});

test("another process gets a different offset, and the reservation does not keep a process alive", async () => {
  const reserved = await findFreeOffset();
  const script = `import { findFreeOffset } from ${JSON.stringify(path.join(import.meta.dirname, "isolation.ts"))};
    process.stdout.write(String(await findFreeOffset()));`;
  const args = ["--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 10_000 });
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).not.toBe(reserved);
});
