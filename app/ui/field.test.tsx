import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Field, TextArea } from "./field";

test.each([
  ["Field", Field],
  ["TextArea", TextArea],
])("a %s is named by its label, described by its hint, and announces its error", (_, Control) => {
  const html = renderToStaticMarkup(
    <Control name="email" label="Email" hint="At work" error="Please enter an email" />,
  );
  const find = (pattern: RegExp) => pattern.exec(html)?.[1];
  const id = find(/<(?:input|textarea)[^>]* id="([^"]+)"/);
  expect(id).toBeTruthy();
  expect(find(/<label for="([^"]+)"[^>]*>Email</), "The label's field").toBe(id);
  expect(html).toContain(`aria-describedby="${id}-error ${id}-hint"`);
  expect(html).toContain('aria-invalid="true"');
  expect(find(/<p id="([^"]+)"[^>]*>At work</)).toBe(`${id}-hint`);
  expect(find(/<p id="([^"]+)"[^>]*>Please enter an email</)).toBe(`${id}-error`);
  const announced = /<p[^>]* role="alert"[^>]*>Please enter an email</;
  expect(html, "a screen reader announces the error").toMatch(announced);
});
