/** Three small drawings in thread, one per worry. */
import { Needle } from "./sewing-kit";

const THREAD = { strokeWidth: 5, strokeLinecap: "round", strokeLinejoin: "round" } as const;
const PALE = { strokeWidth: 3, className: "stroke-line-strong" } as const;

const MARKS = {
  /** A thread caught behind four posts. */
  knot: (
    <>
      <path d="M30 8v80M54 8v80M78 8v80M102 8v80" {...PALE} />
      <path
        d="M6 48h36c22 0 40-26 24-34s-24 34-6 50 42 8 34-8-30-8-40 2"
        className="stroke-accent"
        {...THREAD}
      />
    </>
  ),
  /** A needle that leads the thread through. */
  needle: (
    <>
      <path d="M6 24h120M6 48h120M6 72h120" {...PALE} />
      <path
        d="M6 84c20 0 18-48 38-48 16 0 14 26 30 26 9 0 14-10 22-20"
        className="stroke-accent"
        {...THREAD}
      />
      <Needle x={96} y={42} angle={-52} scale={0.66} />
    </>
  ),
  /** Loops that give: a knit, wider at every row. */
  stretch: (
    <>
      <path
        d="M48 18c0 12 12 12 12 0s12-12 12 0 12 12 12 0"
        className="stroke-accent"
        {...THREAD}
      />
      <path
        d="M30 48c0 14 18 14 18 0s18-14 18 0 18 14 18 0 18-14 18 0"
        className="stroke-accent"
        {...THREAD}
      />
      <path
        d="M6 78c0 16 24 16 24 0s24-16 24 0 24 16 24 0 24-16 24 0 24 16 24 0"
        className="stroke-accent"
        {...THREAD}
      />
      <path d="M40 6v0M92 6v0" {...PALE} />
      <path d="M34 8 8 58M98 8l26 50" {...PALE} />
    </>
  ),
} as const;

export type FeatureMarkName = keyof typeof MARKS;

export function FeatureMark({ name }: { name: FeatureMarkName }) {
  return (
    <svg viewBox="0 0 132 96" aria-hidden="true" className="h-24 w-auto" fill="none">
      {MARKS[name]}
    </svg>
  );
}
