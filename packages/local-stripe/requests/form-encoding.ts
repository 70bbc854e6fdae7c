/** Stripe's request encoding: `a[b][0][c]=d` in a form body or query string. */

type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormObject = { [name: string]: FormValue };

interface Branch {
  children: Map<string, Branch | string>;
}

/** Decodes a form body or query string. Keys 0, 1, 2, … or an empty `[]` produce an array. */
export function parseForm(text: string): FormObject {
  const root: Branch = { children: new Map() };
  for (const [name, value] of new URLSearchParams(text)) {
    insert(root, splitName(name), value);
  }
  return toObject(root);
}

/** `line_items[0][price]` becomes `["line_items", "0", "price"]`. */
function splitName(name: string): string[] {
  const bracket = name.indexOf("[");
  if (bracket <= 0 || !name.endsWith("]")) return [name];
  return [name.slice(0, bracket), ...name.slice(bracket + 1, -1).split("][")];
}

function insert(root: Branch, path: string[], value: string): void {
  let branch = root;
  for (const step of path.slice(0, -1)) {
    branch = childBranch(branch, step);
  }
  branch.children.set(keyIn(branch, path.at(-1) ?? ""), value);
}

function childBranch(branch: Branch, step: string): Branch {
  const key = keyIn(branch, step);
  const existing = branch.children.get(key);
  if (existing !== undefined && typeof existing !== "string") return existing;
  const created: Branch = { children: new Map() };
  branch.children.set(key, created);
  return created;
}

function keyIn(branch: Branch, step: string): string {
  return step === "" ? String(branch.children.size) : step;
}

function toObject(branch: Branch): FormObject {
  return Object.fromEntries([...branch.children].map(([name, child]) => [name, toValue(child)]));
}

function toValue(child: Branch | string): FormValue {
  if (typeof child === "string") return child;
  const names = [...child.children.keys()];
  const isArray = names.length > 0 && names.every((name, index) => name === String(index));
  return isArray ? [...child.children.values()].map(toValue) : toObject(child);
}
