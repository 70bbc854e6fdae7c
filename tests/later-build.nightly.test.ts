import { renameSync } from "node:fs";
import { expect, test } from "vitest";
import { startProduct } from "./support/product.ts";

test("a running site keeps its assets when a later build replaces them", async () => {
  const product = await startProduct();
  const page = await fetch(`${product.siteUrl}/auth/signin`);
  const [asset = ""] = /\/assets\/[^"]+\.js/.exec(await page.text()) ?? [];
  const file = `build/client${asset}`;
  renameSync(file, `${file}.replaced`);
  try {
    expect((await fetch(product.siteUrl + asset)).status).toBe(200);
  } finally {
    renameSync(`${file}.replaced`, file);
    await product.close();
  }
});
