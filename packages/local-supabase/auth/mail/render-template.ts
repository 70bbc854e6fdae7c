import { html } from "hono/html";

/** Template values by name. */
export type TemplateValues = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{\{\s*\.(\w+)(\s*\|\s*urlquery)?\s*\}\}/g;
/** The one condition of our templates: a value begins with another one followed by a text. */
const CONDITION =
  /\{\{ if eq \(printf "%\.\*s" \(len (\(print \.(\w+) "([^"]*)"\))\) \.(\w+)\) \1 \}\}(.*?)\{\{ end \}\}/g;
/** A part of a value, from one position to another or the end. */
const SLICE = /\{\{ slice \.(\w+) (\d+)(?: (\d+))? \}\}/g;
const LINK_QUERY = /(href="[^"?]*\?)([^"]*)"/g;

/**
 * Renders `{{ .Name }}` like Go's html/template: values in a link's query are percent-encoded, others are
 * escaped for HTML. Throws for an unknown name.
 */
export function renderTemplate(source: string, values: TemplateValues): string {
  const chosen = source.replaceAll(
    CONDITION,
    (_condition, _prefix: string, start: string, end: string, name: string, text: string) =>
      values[name]?.startsWith(`${values[start]}${end}`) ? text : "",
  );
  const sliced = chosen.replaceAll(
    SLICE,
    (_slice, name: string, start: string, end: string | undefined) =>
      escapeHtml((values[name] ?? "").slice(Number(start), end ? Number(end) : undefined)),
  );
  const withLinks = sliced.replaceAll(
    LINK_QUERY,
    (_link, start: string, query: string) =>
      `${start}${fillPlaceholders(query, values, encodeURIComponent)}"`,
  );
  return fillPlaceholders(withLinks, values, escapeHtml);
}

function fillPlaceholders(
  text: string,
  values: TemplateValues,
  encode: (value: string) => string,
): string {
  return text.replaceAll(PLACEHOLDER, (_match, name: string, asQuery: string | undefined) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Unknown email template value: ${name}`);
    return asQuery === undefined ? encode(value) : encodeURIComponent(value);
  });
}

function escapeHtml(value: string): string {
  return html`${value}`.toString();
}
