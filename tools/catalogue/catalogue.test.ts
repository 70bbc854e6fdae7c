import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const UI = path.join(import.meta.dirname, "../../app/ui");
/** Draws nothing. */
const UNSEEN = ["inline-script.tsx"];

test("the page of components leaves none of app/ui out", () => {
  const shown = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => readFileSync(path.join(import.meta.dirname, file), "utf8"))
    .join("\n");
  const components = readdirSync(UI).filter((file) => file.endsWith(".tsx"));
  expect(components.length).toBeGreaterThan(10);
  for (const file of components.filter((each) => !UNSEEN.includes(each))) {
    expect(shown, file).toContain(`"~/ui/${file.replace(".tsx", "")}"`);
  }
});
