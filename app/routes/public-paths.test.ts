import { expect, test } from "vitest";
import { PUBLIC_PATHS } from "~/content/marketing/public-paths";
import { listRouteExamples } from "../../tests/support/routes/route-table";

test("every marketing page is listed as a public page", async () => {
  const paths = (await listRouteExamples())
    .filter(({ file }) => file.startsWith("routes/marketing/"))
    .map(({ path }) => path);
  const isListed = (path: string) => PUBLIC_PATHS.some((each) => each === path);
  expect(
    paths.filter((path) => !isListed(path)),
    "Add it to app/content/marketing/public-paths.ts, or move its module out of routes/marketing/",
  ).toEqual([]);
});
