import { escapeHtml } from "~/ui/escape-html";
import { formatDay, type Item, itemElementId } from "./item";

/**
 * What React's server renderer makes of `ItemRow`s at rest, as text: fifty rows as elements were most of what
 * a dashboard costs to render. React takes the same elements over in the browser, so the two have to
 * agree to the letter; the test compares them. `action` is where the rows' forms post to.
 */
export function itemRowsHtml(items: readonly Item[], action: string): string {
  const escapedAction = escapeHtml(action);
  let html = "";
  for (const item of items) html += rowHtml(item, escapedAction);
  return html;
}

function rowHtml({ id, name, featured, createdAt }: Item, action: string): string {
  const label = escapeHtml(name);
  const head = `<bdi>${label}</bdi><time dateTime="${createdAt.toISOString()}">${formatDay(createdAt)}</time>`;
  const fields = `<input type="hidden" name="id" value="${id}"/><input type="hidden" name="featured" value="${!featured}"/>`;
  const starClass = featured ? "icon-star-filled text-accent!" : "icon-star";
  const star = `<button type="submit" value="feature" aria-pressed="${featured}" aria-label="Featured: ${label}" class="icon-button ${starClass}" name="intent"></button>`;
  const pencil = `<button type="submit" value="${id}" class="icon-button icon-pencil" aria-label="Edit ${label}" name="item" formAction="/dashboard" formMethod="get"></button>`;
  const bin = `<button type="submit" value="delete" class="icon-button icon-bin" aria-label="Delete ${label}" name="intent"></button>`;
  const form = `<form data-discover="true" action="${action}" method="post">${fields}${star}${pencil}${bin}</form>`;
  return `<li id="${itemElementId(id)}" tabindex="-1" class="item-row">${head}${form}</li>`;
}
