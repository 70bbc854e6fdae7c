/** The three fittings of the home page: measured, cut, let out. */
import { Words } from "./screen-kit";
import { Needle, Scissors } from "./sewing-kit";

export type FittingName = "measure" | "pattern" | "seam";

const DRAWINGS: Record<FittingName, () => React.ReactNode> = {
  measure: Measure,
  pattern: Pattern,
  seam: Seam,
};

export function Fitting({ name }: { name: FittingName }) {
  const Drawing = DRAWINGS[name];
  return (
    <svg viewBox="0 0 480 320" aria-hidden="true" className="h-auto w-full" fill="none">
      <rect width="480" height="320" rx="14" className="fill-sunken" />
      <Drawing />
    </svg>
  );
}

/** A day's work laid out under a tape measure. */
function Measure() {
  const ticks = Array.from({ length: 39 }, (_, index) => {
    const height = index % 6 === 3 ? 22 : 12;
    return `M${24 + index * 11.5} 240v${height}`;
  }).join("");
  return (
    <>
      <g className="fill-surface stroke-line-strong" strokeWidth="2">
        <rect x="40" y="58" width="112" height="76" rx="8" />
        <rect x="190" y="98" width="112" height="76" rx="8" />
        <rect x="340" y="42" width="104" height="76" rx="8" />
      </g>
      <g className="stroke-accent" strokeWidth="4" strokeLinecap="round">
        <path d="M152 96c24 0 14 40 38 40" />
        <path d="M302 136c26 0 12-56 38-56" />
        <path d="M396 118c0 70-206 96-262 40-10-10-14-14-20-24" strokeDasharray="9 9" />
      </g>
      <Words x={96} y={103} size={19} weight={600} anchor="middle">
        Order
      </Words>
      <Words x={246} y={143} size={19} weight={600} anchor="middle">
        Check
      </Words>
      <Words x={392} y={87} size={19} weight={600} anchor="middle">
        Retype
      </Words>
      <rect y="240" width="480" height="48" className="fill-accent" />
      <path d={ticks} className="stroke-on-accent" strokeWidth="2" />
      <Words x={150} y={281} size={17} weight={600} tone="on-accent" anchor="middle">
        waits 2 days
      </Words>
      <Words x={372} y={281} size={17} weight={600} tone="on-accent" anchor="middle">
        typed again, 4 hours
      </Words>
    </>
  );
}

/** A screen as a paper pattern: pieces with seam allowance, one already cut. */
function Pattern() {
  return (
    <>
      <g className="fill-surface stroke-line-strong" strokeWidth="2">
        <path d="M36 44h108l14 14v214H36z" />
        <path d="M190 44h254v74l-16 12H190z" />
      </g>
      <g className="stroke-line-strong" strokeWidth="2" strokeDasharray="8 6">
        <path d="M48 56h90l8 8v196H48z" />
        <path d="M202 56h230v56l-8 6H202z" />
      </g>
      <path
        d="M62 84h66M62 112h46M62 140h58M62 168h40"
        className="stroke-line-strong"
        strokeWidth="8"
        strokeLinecap="round"
      />
      <path d="M220 88h92" className="stroke-ink" strokeWidth="12" strokeLinecap="round" />
      <rect x="352" y="74" width="66" height="28" rx="6" className="fill-accent" />
      <g transform="rotate(-5 318 220)">
        <path
          d="M204 156h226l18 18v104H204z"
          className="fill-accent-soft stroke-accent"
          strokeWidth="3"
        />
        <path
          d="M216 168h208l12 12v86H216z"
          className="stroke-accent"
          strokeWidth="2"
          strokeDasharray="8 6"
        />
        <path
          d="M238 250v-26M270 250v-44M302 250v-34M334 250v-58M366 250v-48M398 250v-66"
          className="stroke-accent"
          strokeWidth="14"
        />
      </g>
      <Scissors x={176} y={264} angle={-4} />
    </>
  );
}

/** Two panels joined by a seam with room in it; a third is being sewn on. */
function Seam() {
  return (
    <>
      <rect
        x="36"
        y="54"
        width="136"
        height="212"
        rx="8"
        className="fill-surface stroke-line-strong"
        strokeWidth="2"
      />
      <rect
        x="190"
        y="54"
        width="122"
        height="212"
        rx="8"
        className="fill-surface stroke-line-strong"
        strokeWidth="2"
      />
      <rect
        x="330"
        y="54"
        width="116"
        height="212"
        rx="8"
        className="fill-accent-soft stroke-accent"
        strokeWidth="3"
        strokeDasharray="10 7"
      />
      <path
        d="M172 74h18M172 98h18M172 122h18M172 146h18M172 170h18M172 194h18M172 218h18M172 242h18"
        className="stroke-line-strong"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path
        d="M312 74h18M312 98h18M312 122h18M312 146h18M312 170h18"
        className="stroke-accent"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path
        d="M312 194c14 0 18 14 40 14 30 0 26 44 62 48"
        className="stroke-accent"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <Needle x={414} y={256} angle={-62} scale={0.8} />
      <path
        d="M58 86h70M58 112h92M58 138h54"
        className="stroke-line-strong"
        strokeWidth="8"
        strokeLinecap="round"
      />
      <rect x="58" y="214" width="72" height="28" rx="6" className="fill-accent" />
      <circle cx="251" cy="118" r="34" className="stroke-line" strokeWidth="16" />
      <path d="M251 84a34 34 0 0 1 28 53" className="stroke-accent" strokeWidth="16" />
      <path
        d="M214 196h74M214 222h50"
        className="stroke-line-strong"
        strokeWidth="8"
        strokeLinecap="round"
      />
      <path
        d="M388 96v56M360 124h56"
        className="stroke-accent"
        strokeWidth="8"
        strokeLinecap="round"
      />
    </>
  );
}
