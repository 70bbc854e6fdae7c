import { html } from "hono/html";

/** Values by the name that a template of hosted gives them. */
export type TemplateValues = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{\{\s*\.(\w+)(\s*\|\s*urlquery)?\s*\}\}/g;
const LINK_QUERY = /(href="[^"?]*\?)([^"]*)"/g;

/**
 * Fills in `{{ .Name }}` as Go's html/template does: a value in the query of a link is
 * percent-encoded, any other is escaped for HTML. Throws on a name that has no value.
 */
export function renderTemplate(source: string, values: TemplateValues): string {
  const withLinks = source.replaceAll(
    LINK_QUERY,
    (_link, start: string, query: string) => `${start}${fill(query, values, encodeURIComponent)}"`,
  );
  return fill(withLinks, values, escapeHtml);
}

function fill(text: string, values: TemplateValues, encode: (value: string) => string): string {
  return text.replaceAll(PLACEHOLDER, (_match, name: string, asQuery: string | undefined) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Unknown e-mail template value: ${name}`);
    return asQuery === undefined ? encode(value) : encodeURIComponent(value);
  });
}

function escapeHtml(value: string): string {
  return html`${value}`.toString();
}
