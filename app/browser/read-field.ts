/**
 * The field of that name in an answer of this site's own server; undefined where there is none. For pages
 * that read one or two fields: a schema library would be most of what they load.
 */
export function readField(answer: unknown, name: string): unknown {
  return typeof answer === "object" && answer !== null ? Reflect.get(answer, name) : undefined;
}
