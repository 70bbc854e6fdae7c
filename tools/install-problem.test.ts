import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { describeInstallProblem } from "./install-problem.mjs";

type Machine = Parameters<typeof describeInstallProblem>[0];

const problemOn = (changes: Partial<Machine>) =>
  describeInstallProblem({
    ...{ version: "24.21.0", platform: "linux", arch: "x64", nodeEnv: undefined },
    isInstalled: () => true,
    ...changes,
  });

test.each(["22.18.0", "22.19.1", "23.0.0", "24.21.0", "26.0.0"])(
  "Node %s is supported",
  (version) => {
    expect(problemOn({ version, platform: "darwin" })).toBeUndefined();
  },
);

test.each(["18.20.1", "20.20.2", "22.17.9"])("Node %s is too old", (version) => {
  expect(problemOn({ version, platform: "darwin" })).toBe(
    `Node ${version} is too old: install Node 22.18 or newer (the project bundles Node on Linux x64 and arm64 only)`,
  );
});

test("where npm installs Node, an old one means an incomplete install", () => {
  const version = "20.20.2";
  expect(problemOn({ version, isInstalled: (name) => !name.startsWith("node-") })).toBe(
    "Node 20.20.2 is too old: the bundled one is missing: run `npm ci --include=optional`",
  );
  expect(problemOn({ version })).toBe(
    "Node 20.20.2 is too old: npm has not linked the bundled one, as npm 11 does: run `npx npm@11 ci`",
  );
});

test("missing packages have a cause and a command", () => {
  expect(problemOn({ isInstalled: () => false })).toContain("run `npm ci`");
  const isInstalled = (name: string) => name === "react";
  expect(problemOn({ isInstalled, nodeEnv: "production" })).toBe(
    "The development packages were left out by NODE_ENV=production in this shell: run `npm ci --include=dev`",
  );
  expect(problemOn({ isInstalled })).toContain("left out: run `npm ci --include=dev`");
});

test("without the development packages, the check fails before a script does", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "install-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(import.meta.dirname, path.join(folder, "tools"), { recursive: true });
  mkdirSync(path.join(folder, "node_modules/react"), { recursive: true });
  const env = { ...process.env, NODE_ENV: "production" };
  const check = path.join(folder, "tools/check-install.mjs");
  const { status, stderr } = spawnSync(process.execPath, [check], { env, encoding: "utf8" });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      "✗ The development packages were left out by NODE_ENV=production in this shell: run `npm ci --include=dev`\n",
  });
});

test("the check passes on the install that runs these tests", () => {
  const { status, stderr } = spawnSync(process.execPath, [
    path.join(import.meta.dirname, "check-install.mjs"),
  ]);
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: "" });
});
