/** The tools that the drawings share. */

/** A needle; `x` and `y` are its eye, where a thread ends. It is 78 units long and points to the right. */
export function Needle({
  x,
  y,
  angle,
  scale = 1,
}: {
  x: number;
  y: number;
  /** Clockwise, in degrees. */
  angle: number;
  scale?: number;
}) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${angle}) scale(${scale})`}>
      <path d="M-12 0c2-5 7-7 14-6L66 0 2 6C-5 7-10 5-12 0z" className="fill-ink" />
      <path d="M-5 0H6" className="stroke-accent" strokeWidth="4" strokeLinecap="round" />
    </g>
  );
}

/** Open scissors; `x` and `y` are their pivot. The blades point to the right. */
export function Scissors({ x, y, angle }: { x: number; y: number; angle: number }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${angle})`} className="stroke-ink">
      <Blade turn={-13} />
      <Blade turn={13} isMirrored />
      <circle r="3.5" className="fill-page" stroke="none" />
    </g>
  );
}

function Blade({ turn, isMirrored = false }: { turn: number; isMirrored?: boolean }) {
  return (
    <g transform={`rotate(${turn})${isMirrored ? " scale(1 -1)" : ""}`}>
      <path d="M-10-5C20-8 52-7 78 2 52 5 20 6-8 5z" className="fill-ink" stroke="none" />
      <path d="M-6 0c-10 2-16 5-22 8" strokeWidth="8" strokeLinecap="round" />
      <ellipse cx="-44" cy="14" rx="17" ry="11" transform="rotate(-16 -44 14)" strokeWidth="7" />
    </g>
  );
}
