import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { PageResult } from "./action-result";
import { formError } from "./form-result";

test("without the page, the result repeats what was typed and no hidden value", () => {
  const error = { status: 503, code: "database/unavailable", message: "Not saved." };
  const values = {
    intent: "rename",
    id: "0b5e",
    name: "Loom",
    note: "Third shed",
    kind: "magic-link",
  };
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <PageResult result={formError(error, values)} />
    </MemoryRouter>,
  );
  expect(html).toContain("Not saved.");
  expect(html).toContain("Loom");
  expect(html).toContain("Third shed");
  expect(html).not.toContain("rename");
  expect(html).not.toContain("0b5e");
  expect(html).not.toContain("magic-link");
});
