import { expect, test } from "vitest";
import { listLicences } from "./list-licences.ts";

test("each package that ships is listed where it ships", () => {
  const { document } = listLicences({
    browser: "## react - 19.2.9 (MIT)\n\nMIT License\n",
    worker: "## stripe - 23.1.0 (MIT)\n\n## @a/pg - 8.0.0 (ISC)\n",
  });
  const [browser = "", worker = ""] = document.split("## What runs in the Worker");
  expect(browser).toContain("| react | 19.2.9 | MIT |");
  expect(worker).toMatch(/@a\/pg \| 8\.0\.0 \| ISC[\s\S]*stripe \| 23\.1\.0 \| MIT/);
});

test("a licence that asks for more, or none at all, needs a person's look", () => {
  const { questionable } = listLicences({
    browser:
      "## fine - 1.0.0 (MIT)\n## choice - 1.0.0 (GPL-3.0 OR MIT)\n## strict - 1.0.0 (GPL-3.0)\n",
    worker: "## strict - 1.0.0 (GPL-3.0)\n## @a/silent - 1.0.0\n",
  });
  expect(questionable).toEqual(["strict", "@a/silent"]);
});
