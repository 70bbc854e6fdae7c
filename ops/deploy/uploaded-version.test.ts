import { expect, test } from "vitest";
import { parseLiveVersion, parseUploadReport } from "./uploaded-version.ts";

test("an upload is found among wrangler's other reports", () => {
  const report = [
    '{"type":"wrangler-session","version":1}',
    '{"type":"version-upload","version_id":"v1","preview_url":"https://v1.example.workers.dev/"}',
  ].join("\n");
  expect(parseUploadReport(report)).toEqual({
    id: "v1",
    previewUrl: "https://v1.example.workers.dev",
  });
});

test("an upload that cannot be tried first is an error", () => {
  expect(() => parseUploadReport('{"type":"version-upload","version_id":"v1"}')).toThrow(
    "no preview URL",
  );
  expect(() => parseUploadReport("")).toThrow("did not say which version");
});

test("the live version is the one with most of the traffic", () => {
  const versions = [
    { version_id: "new", percentage: 10 },
    { version_id: "old", percentage: 90 },
  ];
  expect(parseLiveVersion(JSON.stringify({ versions }))).toBe("old");
  expect(parseLiveVersion("This Worker does not exist")).toBeUndefined();
});
