import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LocalizedText } from "./local-time";

test.each([
  ["from $250 a month, and", "from $250\u00a0a\u00a0month, and"],
  ["the first 14 days are free", "the first 14\u00a0days are free"],
])("a number stays with what it counts: %s", (text, written) => {
  expect(renderToStaticMarkup(<LocalizedText text={[text]} />)).toBe(`<span>${written}</span>`);
});
