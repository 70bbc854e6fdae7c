import { createMemoryRouter, data } from "react-router";
import { expect, test } from "vitest";
import { appError, unknownOutcome } from "~/http/app-error";
import { formError, formSuccess } from "./form-result";
import { readUnknownMiddleware } from "./read-unknown";

const refused = formError(appError(503, "x", "Nothing was saved."));
const unknown = formError(unknownOutcome("x"), { name: "Ann" });

test.each([
  ["a success", true, formSuccess("Saved")],
  ["an unknown outcome", true, unknown],
  ["a refusal", false, refused],
])("after %s, the page is read again: %s", async (_, isReadAgain, result) => {
  let reads = 0;
  const router = createMemoryRouter(
    [
      {
        id: "page",
        path: "/",
        loader: () => ++reads,
        action: () => data(result, { status: result.httpStatus }),
      },
    ],
    {
      async dataStrategy({ matches, ...args }) {
        const called = matches.filter((match) => match.shouldCallHandler());
        const call = async () =>
          Object.fromEntries(
            await Promise.all(called.map(async (match) => [match.route.id, await match.resolve()])),
          );
        return (await readUnknownMiddleware(args, call)) ?? {};
      },
    },
  );
  await expect.poll(() => router.state.initialized).toBe(true);
  await router.navigate("/", { formMethod: "post", formData: new FormData() });
  expect(router.state.actionData).toEqual({ page: result });
  expect(reads).toBe(isReadAgain ? 2 : 1);
  router.dispose();
});
