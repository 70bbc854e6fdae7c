import { expect, test } from "vitest";
import { exec, run } from "./exec.ts";

const node = (code: string) => [process.execPath, ["--eval", code]] as const;

test("returns a program's status and output", async () => {
  const [program, args] = node(
    'process.stdin.on("data", (text) => { console.log(String(text)); console.error("err"); process.exitCode = 3 })',
  );
  const result = await exec(program, args, { input: "in" });
  expect(result).toEqual({ status: 3, stdout: "in\n", stderr: "err\n" });
  await expect(run(program, args, { input: "in" })).rejects.toThrow("status 3");
});

test("a missing program has status 127", async () => {
  expect(await exec("no-such-program", [])).toMatchObject({ status: 127 });
});

test("a program ends when its signal aborts", async () => {
  const endless = node('console.log("on"); setInterval(() => {}, 1000)');
  const stop = new AbortController();
  const result = await exec(...endless, { signal: stop.signal, onStdout: () => stop.abort() });
  expect(result.status).toBe(1);
});
