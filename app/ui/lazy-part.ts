import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/**
 * A part of the page in a file of its own, for what only some need: `lazyPart(async () => (await import("./part")).Part)`.
 * The server has it at hand. Where the file is gone since a deploy, the page does without until it is loaded anew.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => Nothing) }));
}

function Nothing(): null {
  return null;
}
