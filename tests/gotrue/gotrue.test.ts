import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readBinary } from "./gotrue.ts";

it("says which variable names the binary where none does", () => {
  expect(() => readBinary({})).toThrow("Set GOTRUE_BINARY to a binary of Supabase Auth");
});

it("refuses what cannot be run", () => {
  const file = fileURLToPath(new URL("./missing", import.meta.url));

  expect(() => readBinary({ GOTRUE_BINARY: file })).toThrow(`not an executable file: ${file}`);
});

it("takes a file that can be run", () => {
  expect(readBinary({ GOTRUE_BINARY: process.execPath })).toBe(process.execPath);
});
