import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readBinary } from "./gotrue.ts";

it("names the variable for the binary when it is not set", () => {
  expect(() => readBinary({})).toThrow("Set GOTRUE_BINARY to a binary of Supabase Auth");
});

it("rejects a file that cannot be run", () => {
  const file = fileURLToPath(new URL("./missing", import.meta.url));

  expect(() => readBinary({ GOTRUE_BINARY: file })).toThrow(
    `GOTRUE_BINARY is not an executable file: ${file}`,
  );
});

it("accepts an executable file", () => {
  expect(readBinary({ GOTRUE_BINARY: process.execPath })).toBe(process.execPath);
});
