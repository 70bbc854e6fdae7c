/** Drawn portraits of the founders. */
export type PortraitName = "design" | "engineering";

const PORTRAITS: Record<PortraitName, () => React.ReactNode> = {
  design: DesignPortrait,
  engineering: EngineeringPortrait,
};

export function Portrait({ name, label }: { name: PortraitName; label: string }) {
  const Drawing = PORTRAITS[name];
  return (
    <svg
      viewBox="0 0 240 240"
      role="img"
      aria-label={label}
      className="h-auto w-36 max-w-full rounded-card sm:w-44"
      fill="none"
    >
      <rect width="240" height="240" className="fill-portrait-wall" />
      <path
        d="M20 0v240M50 0v240M80 0v240M110 0v240M140 0v240M170 0v240M200 0v240M230 0v240"
        className="stroke-portrait-paper"
        strokeWidth="3"
      />
      <Drawing />
    </svg>
  );
}

/** Bob, fringe, a pencil behind the ear. */
function DesignPortrait() {
  return (
    <>
      <path d="M66 168V98a54 54 0 0 1 108 0v70z" className="fill-portrait-ink" />
      <path d="M28 240c4-42 42-58 92-58s88 16 92 58z" className="fill-portrait-cloth" />
      <path d="M102 150h36v40c-8 14-28 14-36 0z" className="fill-portrait-paper" />
      <path d="M82 104h76v30c0 26-17 44-38 44s-38-18-38-44z" className="fill-portrait-paper" />
      <path
        d="M80 118V94c30 2 58-8 66-26 12 10 14 26 14 50-6-8-8-16-10-24-18 14-44 20-70 24z"
        className="fill-portrait-ink"
      />
      <path
        d="M101 130v0M139 130v0"
        className="stroke-portrait-ink"
        strokeWidth="8"
        strokeLinecap="round"
      />
      <path
        d="M108 155c8 6 16 6 24 0"
        className="stroke-portrait-ink"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path
        d="m152 122 46-22"
        className="stroke-portrait-shade"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <path
        d="M52 240c6-14 14-22 26-28M188 240c-6-14-14-22-26-28"
        className="stroke-portrait-paper"
        strokeWidth="3"
        strokeDasharray="8 7"
      />
    </>
  );
}

/** Beard, round glasses, a work jacket. */
function EngineeringPortrait() {
  return (
    <>
      <path d="M24 240c4-42 44-60 96-60s92 18 96 60z" className="fill-portrait-ink" />
      <path d="M100 150h40v40l-20 22-20-22z" className="fill-portrait-paper" />
      <path
        d="M80 92c0-26 16-42 40-42s40 16 40 42v38c0 28-18 48-40 48s-40-20-40-48z"
        className="fill-portrait-paper"
      />
      <path
        d="M78 122c8 14 22 16 42 16s34-2 42-16c2 40-12 66-42 66s-44-26-42-66z"
        className="fill-portrait-shade"
      />
      <path
        d="M76 104c-6-40 14-64 46-64s50 20 42 64c-4-14-8-22-14-28-20 6-46 4-60-2-6 6-10 16-14 30z"
        className="fill-portrait-shade"
      />
      <path
        d="M106 158c8 5 20 5 28 0"
        className="stroke-portrait-paper"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <g className="stroke-portrait-ink" strokeWidth="4">
        <circle cx="101" cy="112" r="15" />
        <circle cx="139" cy="112" r="15" />
        <path d="M116 110h8" />
      </g>
      <path
        d="M101 112v0M139 112v0"
        className="stroke-portrait-ink"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <path
        d="m82 190 38 34 38-34"
        className="stroke-portrait-paper"
        strokeWidth="3"
        strokeDasharray="8 7"
      />
    </>
  );
}
