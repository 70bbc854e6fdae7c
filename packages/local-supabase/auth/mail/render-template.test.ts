import { expect, it } from "vitest";
import { renderTemplate, type TemplateValues } from "./render-template.ts";

const values: TemplateValues = {
  SiteURL: "http://localhost:5173",
  ConfirmationURL: "http://127.0.0.1:54321/auth/v1/verify?token=a&type=signup",
  Token: "123456",
  TokenHash: "abc",
  RedirectTo: "http://localhost:5173/a?b=c&d=e",
  Email: "a&b@example.com",
  NewEmail: "new@example.com",
};

it("percent-encodes a value in a link's query", () => {
  const html = renderTemplate('<a href="{{ .SiteURL }}/x?next={{ .RedirectTo }}">', values);

  expect(html).toBe(
    '<a href="http://localhost:5173/x?next=http%3A%2F%2Flocalhost%3A5173%2Fa%3Fb%3Dc%26d%3De">',
  );
});

it("escapes other values for HTML", () => {
  expect(renderTemplate("<p>{{ .Email }}</p>", values)).toBe("<p>a&amp;b@example.com</p>");
});

it("keeps a complete URL intact", () => {
  expect(renderTemplate('<a href="{{ .ConfirmationURL }}">', values)).toBe(
    '<a href="http://127.0.0.1:54321/auth/v1/verify?token=a&amp;type=signup">',
  );
});

it("percent-encodes with urlquery", () => {
  expect(renderTemplate("{{ .Email | urlquery }}", values)).toBe("a%26b%40example.com");
});

it("keeps a condition's text only if a value has the prefix", () => {
  const prefix = '(print .SiteURL "/a?")';
  const source = `Hello{{ if eq (printf "%.*s" (len ${prefix}) .RedirectTo) ${prefix} }}, you{{ end }}.`;
  expect(renderTemplate(source, values)).toBe("Hello, you.");
  expect(renderTemplate(source, { ...values, RedirectTo: "/a" })).toBe("Hello.");
});

it("fills in a part of a value", () => {
  expect(renderTemplate("{{ slice .Token 0 5 }} {{ slice .Token 5 }}", values)).toBe("12345 6");
});

it("throws for an unknown name", () => {
  expect(() => renderTemplate("{{ .Nmae }}", values)).toThrow("Unknown email template value: Nmae");
});
