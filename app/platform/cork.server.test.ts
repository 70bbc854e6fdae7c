import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { makeCorkable } from "./cork.server";

const bytes = (text: string) => new TextEncoder().encode(text);

function createSink() {
  const written: string[] = [];
  const sink: Parameters<typeof makeCorkable>[0] = {
    write(data) {
      written.push(new TextDecoder().decode(data));
      return true;
    },
  };
  makeCorkable(sink);
  return { sink, written };
}

test("what is written under the cork leaves as one write, in order", () => {
  const { sink, written } = createSink();
  sink.write(bytes("before "));
  sink.cork?.();
  for (const message of ["parse ", "bind ", "execute"]) sink.write(bytes(message));
  expect(written).toEqual(["before "]);
  sink.uncork?.();
  sink.write(bytes("after"));
  expect(written).toEqual(["before ", "parse bind execute", "after"]);
});

test("nothing written is nothing sent, and the cork can be used again", () => {
  const { sink, written } = createSink();
  sink.cork?.();
  sink.uncork?.();
  sink.cork?.();
  sink.write(bytes("second"));
  sink.uncork?.();
  expect(written).toEqual(["second"]);
});

test("a stream that can be corked keeps its own way", () => {
  const stream = new PassThrough();
  const { cork, uncork } = stream;
  makeCorkable(stream);
  expect(stream.cork).toBe(cork);
  expect(stream.uncork).toBe(uncork);
});
