/** The placeholders of hosted's e-mail templates that this project uses. */
export interface TemplateValues {
  SiteURL: string;
  ConfirmationURL: string;
  Token: string;
  TokenHash: string;
  RedirectTo: string;
  Email: string;
  NewEmail: string;
}

const PLACEHOLDER = /\{\{\s*\.(\w+)(\s*\|\s*urlquery)?\s*\}\}/g;
const LINK_QUERY = /(href="[^"?]*\?)([^"]*)"/g;

/**
 * Fills in `{{ .Name }}` as Go's html/template does: a value in the query of a link is
 * percent-encoded, any other is escaped for HTML. Throws on a name that hosted does not have.
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
    const value = Object.entries(values).find(([known]) => known === name)?.[1];
    if (value === undefined) throw new Error(`Unknown e-mail template value: ${name}`);
    return asQuery === undefined ? encode(value) : encodeURIComponent(value);
  });
}

function escapeHtml(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&#34;")
    .replaceAll("'", "&#39;");
}
