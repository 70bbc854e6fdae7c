import { expect, test } from "vitest";
import { type Command, commandLine } from "../cloud/command.ts";
import { type RollbackOptions, rollback } from "./rollback.ts";

const OPTIONS: RollbackOptions = {
  environment: "staging",
  siteUrl: "https://staging.example.com",
  version: "version-1",
  message: "sign-in is broken",
};

async function rehearse(options: RollbackOptions, status = 0) {
  const done: string[] = [];
  const run = async (command: Command) => {
    done.push(commandLine(command));
    return { status, stdout: "", stderr: "" };
  };
  const smoke = async ({ url }: { url: string }) => {
    done.push(`smoke ${url}`);
  };
  const error = await rollback(options, { run, smoke }).catch((thrown: unknown) => String(thrown));
  return { done, error };
}

const TAIL = "--config wrangler.toml --env staging --yes --message sign-in is broken";

test("traffic moves to the named version, then the site is tried", async () => {
  const { done } = await rehearse(OPTIONS);
  expect(done).toEqual([
    `wrangler rollback version-1 ${TAIL}`,
    "smoke https://staging.example.com",
  ]);
});

test("without a version it is the one before, and the last build does not matter", async () => {
  const { done } = await rehearse({ ...OPTIONS, version: undefined });
  expect(done[0]).toBe(`wrangler rollback ${TAIL}`);
});

test("a rollback that failed is said to have failed", async () => {
  const { done, error } = await rehearse(OPTIONS, 1);
  expect(done).toHaveLength(1);
  expect(error).toContain("ended with status 1");
});
