import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSourceMapper } from "./source-maps.ts";

let folder: string;
let stack: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "maps-"));
  const source = path.join(folder, "checkout.ts");
  writeFileSync(
    source,
    '\n\n\n\nexport function pay(): void {\n  const price: number = 1;\n  if (price) throw new Error("no card");\n}\n',
  );
  await build({
    root: folder,
    configFile: false,
    logLevel: "silent",
    build: {
      lib: { entry: source, formats: ["es"], fileName: () => "checkout-B1a2C3.js" },
      outDir: path.join(folder, "build"),
      minify: true,
      sourcemap: true,
    },
  });
  // In a separate process, because vitest maps stacks itself.
  const run = `import(${JSON.stringify(path.join(folder, "build/checkout-B1a2C3.js"))}).then(({ pay }) => pay())`;
  stack = spawnSync(process.execPath, ["--eval", run], { encoding: "utf8" }).stderr;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("maps a frame of a minified build to its source line", () => {
  expect(stack).toMatch(/checkout-B1a2C3\.js:[1-4]:/);
  const mapped = createSourceMapper(path.join(folder, "build"))(stack);
  expect(mapped).toContain("checkout.ts:7:");
  expect(mapped).not.toMatch(/checkout-B1a2C3\.js:[1-4]:/);
});

test("keeps frames of another build, and without a build", () => {
  const frame = "at pay (checkout-X9y8Z7.js:1:120)";
  expect(createSourceMapper(path.join(folder, "build"))(frame)).toBe(frame);
  expect(createSourceMapper(path.join(folder, "nowhere"))(frame)).toBe(frame);
});

test("keeps locations without a source, and invalid ones", () => {
  const file = path.join(folder, "build/generated-A1b2C3.js.map");
  // One segment of a single field: generated code.
  writeFileSync(file, JSON.stringify({ version: 3, sources: [], names: [], mappings: "A" }));
  const map = createSourceMapper(path.join(folder, "build"));
  for (const location of ["1:1", "0:0", "99999999999999999999:1"]) {
    expect(map(`at generated-A1b2C3.js:${location}`)).toBe(`at generated-A1b2C3.js:${location}`);
  }
});
