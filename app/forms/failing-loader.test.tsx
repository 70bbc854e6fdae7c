import { globSync, readFileSync } from "node:fs";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, data, StaticRouterProvider } from "react-router";
import { expect, test } from "vitest";
import { PageResult, usePageResult } from "./action-result";
import { formError, formSuccess, SECRET_FIELD, TYPED_FIELDS } from "./form-result";

function Boundary() {
  const result = usePageResult();
  return result ? <PageResult result={result} /> : "failed";
}

/** The page without scripts, whose action returns `result`, and whose loader fails. */
async function submit(result: unknown): Promise<string> {
  const { query, dataRoutes } = createStaticHandler([
    {
      ErrorBoundary: Boundary,
      children: [
        {
          path: "/page",
          action: () => data(result),
          loader: () => {
            throw data("down", { status: 503 });
          },
          Component: () => "page",
        },
      ],
    },
  ]);
  const context = await query(new Request("http://localhost/page", { method: "POST" }));
  if (context instanceof Response) throw new Error("Not a page");
  const router = createStaticRouter(dataRoutes, context);
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

test("without scripts, the result of an action survives a failing loader", async () => {
  const page = await submit(formSuccess("The passkey has been removed."));
  expect(page).toContain("The passkey has been removed.");
  expect(page).toContain('href="/page"');
});

test("without scripts, what was typed survives a failing loader", async () => {
  const error = { status: 503, code: "x", message: "Nothing was saved." };
  const page = await submit(formError(error, { name: "Ann <B>", id: "1234" }));
  expect(page).toContain("Nothing was saved.");
  expect(page).toContain("Ann &lt;B&gt;");
  expect(page).not.toContain("1234");
});

/** Hidden inputs, and a phrase that the page asks for. */
const NOT_TYPED = ["id", "startedAt", "confirmation"];

test("without scripts, the text of every form would survive", () => {
  const sources = globSync("app/**/*.tsx").map((file) => readFileSync(file, "utf8"));
  const fields = sources.flatMap((source) =>
    Array.from(source.matchAll(/\bfield\("(\w+)"\)/g), ([, name = ""]) => name),
  );
  const typed = fields.filter((name) => !SECRET_FIELD.test(name) && !NOT_TYPED.includes(name));
  expect(
    new Set(typed),
    "Add a text to TYPED_FIELDS, a field that no one types to NOT_TYPED; a secret is named as SECRET_FIELD says",
  ).toEqual(new Set(TYPED_FIELDS));
});
