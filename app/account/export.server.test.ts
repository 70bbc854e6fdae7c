import { expect, test, vi } from "vitest";
import { streamChunks } from "./export.server";

async function* toChunks(...texts: readonly string[]) {
  yield* texts;
}

test("streams the chunks in order, then finishes", async () => {
  const { body, finished } = streamChunks(toChunks("one ", "two ", "drei ü"), () => {});
  expect(await new Response(body).text()).toBe("one two drei ü");
  await expect(finished).resolves.toBeUndefined();
});

test("errors the stream and reports the failure if the source throws", async () => {
  async function* broken() {
    yield "one ";
    throw new Error("no database");
  }
  const onFailure = vi.fn();
  const { body, finished } = streamChunks(broken(), onFailure);
  await expect(new Response(body).text()).rejects.toThrow("no database");
  await expect(finished).resolves.toBeUndefined();
  expect(onFailure).toHaveBeenCalledOnce();
});

test("stops reading the source once the stream is canceled", async () => {
  const generated: number[] = [];
  async function* endless() {
    for (let count = 0; ; count += 1) {
      generated.push(count);
      yield `${count}`;
    }
  }
  const { body, finished } = streamChunks(endless(), () => {});
  const reader = body.getReader();
  await reader.read();
  await reader.cancel();
  await expect(finished).resolves.toBeUndefined();
  expect(generated.length).toBeLessThan(5);
});
