/**
 * Cuts text that comes in pieces of any size into lines; a line that has no end yet waits for it. Lines end with a line
 * feed alone: Node's own `readline` also ends them at U+2028, which JSON leaves as it is, so that anybody who
 * sends one could hide an event or fake one.
 */
export function createLineSplitter(): (piece: string) => string[] {
  let rest = "";
  return (piece) => {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    return lines;
  };
}
