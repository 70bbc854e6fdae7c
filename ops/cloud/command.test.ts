import { expect, test } from "vitest";
import { createRunner } from "./command.ts";
import { runWrangler } from "./wrangler.ts";

const run = createRunner({ quiet: true });
const node = (code: string) => ({ program: process.execPath, args: ["--eval", code] });

test("a command's status and output are told", async () => {
  const result = await run(node('console.log("out"); console.error("err"); process.exitCode = 3'));
  expect(result).toEqual({ status: 3, stdout: "out\n", stderr: "err\n" });
});

test("a program that is not there is status 127", async () => {
  expect(await run({ program: "no-such-program", args: [] })).toMatchObject({ status: 127 });
});

test("one that never ends is ended, and wrangler's error says so", async () => {
  const endless = { ...node('console.log("on"); setInterval(() => {}, 1000)'), timeoutMs: 500 };
  expect(await run(endless)).toMatchObject({ status: 124 });
  await expect(runWrangler(run, endless)).rejects.toThrow("did not end in time");
});
