const ENTITIES: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#34;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
  "&amp;": "&",
};

/**
 * The plain-text part of a rendered e-mail template: visible text only, one paragraph per block,
 * every link as its address. Leaves out what a template marks as `html only`. Written for this
 * project's templates, not for HTML at large.
 */
export function htmlToText(html: string): string {
  const text = html
    .replaceAll(/<!-- html only -->[\s\S]*?<!-- end -->/g, "")
    .replaceAll(/<head[\s\S]*?<\/head>/g, "")
    .replaceAll(/<div[^>]*display:\s*none[\s\S]*?<\/div>/g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g, linkAsText)
    .replaceAll(/<br[^>]*>/g, "\n")
    .replaceAll(/<\/(p|h1|h2|div|td|tr)>/g, "\n\n")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/&(lt|gt|quot|#34|#39|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity);
  const lines = text.split("\n").map((line) => line.trim());
  return `${lines
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

function linkAsText(_match: string, href: string, label: string): string {
  const text = label.replaceAll(/<[^>]+>/g, "").trim();
  return text.startsWith("http") ? href : `${text}: ${href}`;
}
