import { describe, expect, test, vi } from "vitest";
import { streamParts } from "./stream-parts.server";

async function* parts(...texts: readonly string[]) {
  yield* texts;
}

describe("parts that are streamed", () => {
  test("arrive in order, and their end is known", async () => {
    const { body, sent } = streamParts(parts("one ", "two ", "drei ü"), () => {});
    expect(await new Response(body).text()).toBe("one two drei ü");
    await expect(sent).resolves.toBeUndefined();
  });

  test("break off where one cannot be made, and that is told", async () => {
    async function* broken() {
      yield "one ";
      throw new Error("no database");
    }
    const onFailure = vi.fn();
    const { body, sent } = streamParts(broken(), onFailure);
    await expect(new Response(body).text()).rejects.toThrow("no database");
    await expect(sent).resolves.toBeUndefined();
    expect(onFailure).toHaveBeenCalledOnce();
  });

  test("are made no further once the reader leaves", async () => {
    const made: number[] = [];
    async function* endless() {
      for (let count = 0; ; count += 1) {
        made.push(count);
        yield `${count}`;
      }
    }
    const { body, sent } = streamParts(endless(), () => {});
    const reader = body.getReader();
    await reader.read();
    await reader.cancel();
    await expect(sent).resolves.toBeUndefined();
    expect(made.length).toBeLessThan(5);
  });
});
