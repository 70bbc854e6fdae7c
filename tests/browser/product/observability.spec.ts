/** Observability of responses and scripts. */
import { LOCAL_KEYS } from "../../../tools/shared/settings.ts";
import { test } from "../../support/browser/accounts.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";

test("Server-Timing has the time of Worker and database", async ({ page, person: _ }) => {
  const response = await page.request.get("/dashboard");
  expect(response.headers()["server-timing"]).toMatch(/^worker;dur=\d+, database;dur=\d+$/);
});

test("/healthz returns the build; /readyz returns the backlog to the operator only", async ({
  request,
}) => {
  expect(await (await request.get("/healthz")).json()).toEqual({
    status: "ok",
    version: expect.any(String),
    commit: expect.stringMatching(/^[0-9a-f]{12}$/),
    builtAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  const headers = { Authorization: `Bearer ${LOCAL_KEYS.operator}` };
  expect(await (await request.get("/readyz")).json()).toEqual({
    status: "ok",
    version: expect.any(String),
    database: "ok",
  });
  expect(await (await request.get("/readyz", { headers })).json()).toMatchObject({
    backlog: { oldestMessageS: expect.any(Number) },
  });
});

test("script errors are reported, at most three per page", async ({ page, person: _ }) => {
  const reports: string[] = [];
  await page.route("**/error-report", (route) => {
    reports.push(route.request().postData() ?? "");
    return route.continue();
  });
  const breakThings = () =>
    page.evaluate(() => {
      // The next click, the network of three engines, and React under a translator: no errors.
      for (const message of ["Failed to fetch", "Error in input stream", "Load failed"]) {
        void Promise.reject(new TypeError(message));
      }
      document.startViewTransition(() => {}).skipTransition();
      void Promise.reject(new DOMException("The user aborted a request.", "AbortError"));
      document.body.insertAdjacentHTML("beforeend", "<font></font>");
      setTimeout(() => {
        throw new Error("Minified React error #418");
      });
      for (let time = 0; time < 5; time += 1) {
        setTimeout(() => {
          if (time % 2) throw new Error(`broken ${time}`);
          void Promise.reject(new TypeError(`rejected ${time}`));
        });
      }
    });
  await page.goto("/contact?token=secret");
  await breakThings();
  await expect.poll(() => reports.length).toBe(3);
  for (const body of reports) expect(body).toMatch(/^\{"page":"\/contact","name":"(Type)?Error"/);

  await openHydrated(page, "/dashboard");
  await breakThings();
  await expect.poll(() => reports.length).toBeGreaterThan(4);
  expect(reports.length).toBeLessThanOrEqual(6);
});

test("errors caught by a boundary are reported with their file, except server errors", async ({
  page,
  person: _,
}) => {
  await openHydrated(page, "/dashboard");
  // Data without a field that the component reads: it throws while rendering.
  await page.route("**/settings/general.data*", async (route) => {
    const response = await route.fetch();
    const data = await response.text();
    expect(data).toContain('"plan"');
    await route.fulfill({ response, body: data.replace('"plan"', '"missing"') });
  });
  const reported = page.waitForRequest((request) => request.url().endsWith("/error-report"));
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Settings" }).click();
  const { name, message, stack } = JSON.parse((await reported).postData() ?? "{}");
  expect([name, message]).toEqual(["TypeError", expect.stringContaining("undefined")]);
  expect(stack).toMatch(/\/assets\/general-[\w-]+\.js:1:\d+/);
});
