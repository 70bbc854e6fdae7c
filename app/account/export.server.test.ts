import { expect, test, vi } from "vitest";
import { streamChunks } from "./export.server";

async function* parts(...texts: readonly string[]) {
  yield* texts;
}

test("an export arrives in order, and its end is known", async () => {
  const { body, finished: sent } = streamChunks(parts("one ", "two ", "drei ü"), () => {});
  expect(await new Response(body).text()).toBe("one two drei ü");
  await expect(sent).resolves.toBeUndefined();
});

test("an export whose database fails breaks off, and the failure is reported", async () => {
  async function* broken() {
    yield "one ";
    throw new Error("no database");
  }
  const onFailure = vi.fn();
  const { body, finished: sent } = streamChunks(broken(), onFailure);
  await expect(new Response(body).text()).rejects.toThrow("no database");
  await expect(sent).resolves.toBeUndefined();
  expect(onFailure).toHaveBeenCalledOnce();
});

test("an export is read no further once the reader leaves", async () => {
  const made: number[] = [];
  async function* endless() {
    for (let count = 0; ; count += 1) {
      made.push(count);
      yield `${count}`;
    }
  }
  const { body, finished: sent } = streamChunks(endless(), () => {});
  const reader = body.getReader();
  await reader.read();
  await reader.cancel();
  await expect(sent).resolves.toBeUndefined();
  expect(made.length).toBeLessThan(5);
});
