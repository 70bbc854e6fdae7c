import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { describeNodeProblem } from "./node-version.mjs";

const onMac = (version: string) =>
  describeNodeProblem({ version, platform: "darwin", arch: "arm64" });

test.each(["22.18.0", "22.19.1", "23.0.0", "24.21.0", "26.0.0"])(
  "Node %s is supported",
  (version) => {
    expect(onMac(version)).toBeUndefined();
  },
);

test.each(["18.20.1", "20.20.2", "22.17.9"])("Node %s is too old", (version) => {
  expect(onMac(version)).toBe(
    `Node ${version} is too old: install Node 22.18 or newer (the project bundles Node on Linux x64 and arm64 only)`,
  );
});

test("where npm installs Node, an old one means an incomplete install", () => {
  expect(describeNodeProblem({ version: "20.20.2", platform: "linux", arch: "arm64" })).toBe(
    "Node 20.20.2 is too old, and the bundled Node is missing: run `npm install` without --omit=optional",
  );
});

test("the check passes on the Node that runs these tests", () => {
  const { status, stderr } = spawnSync(process.execPath, [
    path.join(import.meta.dirname, "check-node.mjs"),
  ]);
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: "" });
});
