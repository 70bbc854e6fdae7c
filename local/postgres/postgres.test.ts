import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { restoreLinks } from "./binaries.ts";
import { describeFailure } from "./index.ts";

test("a data folder of another version: says to delete it", () => {
  const log = `2026-01-02 10:00:00.000 UTC [12] FATAL:  database files are incompatible with server
2026-01-02 10:00:00.000 UTC [12] DETAIL:  The data directory was initialized by PostgreSQL version 17, which is not compatible with this version 18.4.
`;
  expect(describeFailure(log, "/data")).toBe(
    "/data was created by Postgres 17, this is Postgres 18: delete that folder to start over",
  );
});

test("a full disk: says so", () => {
  const log = `running bootstrap script ... 2026-01-02 10:00:00.000 UTC [12] FATAL:  could not extend file "base/1/2691": No space left on device
2026-01-02 10:00:00.000 UTC [12] HINT:  Check free disk space.
child process exited with exit code 134
initdb: removing contents of data directory "/data"
`;
  expect(describeFailure(log, "/data")).toBe("the disk that holds /data is full");
});

test("any other failure: quotes the last error", () => {
  const log = `2026-01-02 10:00:00.000 UTC [12] LOG:  starting
2026-01-02 10:00:00.000 UTC [12] FATAL:  lock file "postmaster.pid" already exists
2026-01-02 10:00:00.000 UTC [12] HINT:  Is another postmaster running?
`;
  expect(describeFailure(log, "/data")).toBe('lock file "postmaster.pid" already exists');
  expect(describeFailure("", "/data")).toBe("no error message");
});

test("libraries get the names that an install script would have linked", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "postgres-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const native = path.join(folder, "native");
  mkdirSync(path.join(native, "lib"), { recursive: true });
  writeFileSync(path.join(native, "lib/libicuuc.so.60.2"), "the library");
  const links = [{ source: "native/lib/libicuuc.so.60.2", target: "native/lib/libicuuc.so.60" }];
  writeFileSync(path.join(native, "pg-symlinks.json"), JSON.stringify(links));
  restoreLinks(native);
  restoreLinks(native);
  expect(readFileSync(path.join(native, "lib/libicuuc.so.60"), "utf8")).toBe("the library");
});
