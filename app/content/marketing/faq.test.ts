import { expect, test } from "vitest";
import { faq, questions } from "./faq";

test("the reply time is the one in studio.ts", () => {
  const promises = [
    faq.callToAction.text,
    ...questions
      .flatMap(({ answer }) => answer)
      .filter((text) => text.includes("a founder replies")),
  ];
  expect(promises).toHaveLength(2);
  for (const promise of promises) expect(promise).toContain("within one business day");
});
