import { expect, test } from "vitest";
import { maintenanceResponse } from "./maintenance";

test("a visitor gets a page that says when to return; webhooks and health checks get through", async () => {
  const response = maintenanceResponse(new Request("https://www.example.com/dashboard?a=1"));
  expect(response?.status).toBe(503);
  expect(response?.headers.get("Retry-After")).toBe("300");
  expect(response?.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(await response?.text()).toContain("<h1>");
  for (const path of ["/api/stripe-webhook", "/healthz", "/readyz"]) {
    const request = new Request(`https://www.example.com${path}`, { method: "POST" });
    expect(maintenanceResponse(request)).toBeUndefined();
  }
});
