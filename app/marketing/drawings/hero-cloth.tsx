/**
 * The hero: a cloth whose threads turn into a screen. Warps hang down; each row is one weft. On the left
 * the wefts float in a denim's diagonal, in the middle the floats grow longer, and on the right they lie
 * where an interface needs them, as a weaver's draft would note it: `a` accent, `i` ink, `s` soft.
 */
const CELL = 10;
const ROWS = 30;
const TWILL_COLUMNS = 46;
const DRAFT_LEFT = 70;

const DRAFT = [
  "                                                ",
  " aaaa    iiiiiiiiiiiiii               aaaaaaaaa ",
  " aaaa    iiiiiiiiiiiiii               aaaaaaaaa ",
  "                                                ",
  "         sssssssssssssssssssss                  ",
  " sssss                                          ",
  "                                                ",
  " ssss                                        aa ",
  "                                             aa ",
  " aaaaaa                                  ii  aa ",
  "                                 ii      ii  aa ",
  " sssss                   ii      ii  ii  ii  aa ",
  "                 ii      ii  ii  ii  ii  ii  aa ",
  " ssss    ii      ii  ii  ii  ii  ii  ii  ii  aa ",
  "         ii  ii  ii  ii  ii  ii  ii  ii  ii  aa ",
  " ssssss  ii  ii  ii  ii  ii  ii  ii  ii  ii  aa ",
  "                                                ",
  " sssss   ssssssssssssssssssssssssssssssssssssss ",
  "                                                ",
  "         iii  iiiiiiiiiiii    sssssssss aaaaaaa ",
  "         iii  ssssssss                  aaaaaaa ",
  "                                                ",
  "         iii  iiiiiiiii       ssssssss  sssssss ",
  "         iii  sssssssssss               sssssss ",
  "                                                ",
  "         iii  iiiiiiiiiiiii   sssssss   sssssss ",
  " sss     iii  sssssss                   sssssss ",
  "                                                ",
  " sssss   ssssssssssssssssssssssssssssssssssssss ",
  "                                                ",
] as const;

/** A row's floats, as cells from which to which. */
type Float = readonly [from: number, to: number];

const COLUMNS = DRAFT_LEFT + DRAFT[0].length;
const WIDTH = (COLUMNS - 1) * CELL;
const HEIGHT = (ROWS + 2) * CELL;

const twill = toPath(twillFloats);
const easing = toPath(easingFloats);
const layers = [
  { thread: "s", path: toPath((row) => draftFloats(row, "s")), look: "stroke-line-strong" },
  { thread: "i", path: toPath((row) => draftFloats(row, "i")), look: "stroke-ink" },
  { thread: "a", path: toPath((row) => draftFloats(row, "a")), look: "stroke-accent" },
] as const;

/** Three over, one under, one step to the side on each row: denim. */
function twillFloats(row: number): Float[] {
  const floats: Float[] = [];
  for (let column = 1 - (row % 4); column < TWILL_COLUMNS; column += 4) {
    floats.push([Math.max(column, 0), column + 3]);
  }
  return floats;
}

/** From the twill to the draft each float is longer than the one before, each gap wider. */
function easingFloats(row: number): Float[] {
  const floats: Float[] = [];
  const [, twillEnd] = twillFloats(row).at(-1) ?? [0, TWILL_COLUMNS];
  let column = twillEnd + 1;
  for (let step = 0; column < DRAFT_LEFT - 6; step += 1) {
    const to = nearEdge(column + 3 + step * 1.25);
    floats.push([column, to]);
    column = to + 1.25 + step * 0.75;
  }
  return floats;
}

/** A float that would leave no room for another reaches to the end, so that all rows end together. */
function nearEdge(column: number): number {
  const end = DRAFT_LEFT - 2;
  return column > end - 6 ? end : column;
}

function draftFloats(row: number, thread: string): Float[] {
  const line = DRAFT[row] ?? "";
  return [...line.matchAll(new RegExp(`${thread}+`, "g"))].map((match) => [
    DRAFT_LEFT + match.index,
    DRAFT_LEFT + match.index + match[0].length,
  ]);
}

/** Relative moves keep the path short; the round caps take 3 units at either end. */
function toPath(floatsOf: (row: number) => Float[]): string {
  return Array.from({ length: ROWS }, (_, row) => {
    const y = rowY(row);
    return floatsOf(row)
      .map(([from, to]) => `M${units(from) + 4} ${y}H${units(to) - 4}`)
      .join("");
  }).join("");
}

function units(cells: number): number {
  return Math.round(cells * CELL);
}

function rowY(row: number): number {
  return (row + 1.5) * CELL;
}

/** Pairs of rows joined at the left: the edge that cannot fray. */
const selvedge = Array.from({ length: ROWS / 2 }, (_, pair) => {
  const y = rowY(pair * 2);
  return `M2 ${y}h-3a5 5 0 0 0 0 10h3`;
}).join("");

const warps = Array.from(
  { length: COLUMNS / 2 },
  (_, index) => `M${index * 20 + 10} 0V${HEIGHT}`,
).join("");

export function HeroCloth({ className = "" }: { className?: string }) {
  return (
    <svg
      viewBox={`-12 0 ${WIDTH + 12} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
      fill="none"
      strokeLinecap="round"
    >
      <path d={warps} className="stroke-line" strokeWidth="2" strokeLinecap="butt" />
      <g className="weave-in" strokeWidth="7">
        <path d={twill + selvedge} className="stroke-cloth" />
        <path d={easing} className="stroke-cloth" />
        {layers.map(({ thread, path, look }) => (
          <path key={thread} d={path} className={look} />
        ))}
      </g>
    </svg>
  );
}
