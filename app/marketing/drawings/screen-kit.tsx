/** Parts that the drawn product screens share. Units are those of a 640 × 430 screen. */
import type { ReactNode } from "react";

const TONES = {
  ink: "fill-ink",
  soft: "fill-ink-soft",
  accent: "fill-accent",
  "on-accent": "fill-on-accent",
  danger: "fill-danger",
  success: "fill-success",
} as const;

export type Tone = keyof typeof TONES;

/** A window with a title. `label` says what it shows to people who do not see it. */
export function Screen({
  label,
  title,
  aside,
  children,
}: {
  label: string;
  title: string;
  /** Right end of the title bar. */
  aside?: string;
  children: ReactNode;
}) {
  return (
    <svg viewBox="0 0 640 430" role="img" aria-label={label} className="block h-auto w-full">
      <rect
        x="1"
        y="1"
        width="638"
        height="428"
        rx="16"
        className="fill-surface stroke-line"
        strokeWidth="2"
      />
      <path d="M1 62h638" className="stroke-line" strokeWidth="2" />
      <Words x={28} y={40} size={22} weight={600}>
        {title}
      </Words>
      {aside ? (
        <Words x={612} y={40} size={18} tone="soft" anchor="end">
          {aside}
        </Words>
      ) : null}
      {children}
    </svg>
  );
}

/** A line of text; `y` is its baseline. */
export function Words({
  x,
  y,
  size = 19,
  weight = 400,
  tone = "ink",
  anchor,
  children,
}: {
  x: number;
  y: number;
  size?: number;
  weight?: number;
  tone?: Tone;
  anchor?: "middle" | "end";
  children: string;
}) {
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      fontWeight={weight}
      textAnchor={anchor}
      className={TONES[tone]}
    >
      {children}
    </text>
  );
}

/** A filled capsule with a word in it, `x` and `y` at its left top. */
export function Pill({
  x,
  y,
  width,
  look = "plain",
  children,
}: {
  x: number;
  y: number;
  width: number;
  look?: "plain" | "accent" | "success" | "danger";
  children: string;
}) {
  const [fill, tone] = PILLS[look];
  return (
    <>
      <rect x={x} y={y} width={width} height="32" rx="16" className={fill} />
      <Words x={x + width / 2} y={y + 22} size={17} weight={600} tone={tone} anchor="middle">
        {children}
      </Words>
    </>
  );
}

const PILLS: Record<"plain" | "accent" | "success" | "danger", readonly [string, Tone]> = {
  plain: ["fill-sunken", "soft"],
  accent: ["fill-accent", "on-accent"],
  success: ["fill-success-soft", "success"],
  danger: ["fill-danger-soft", "danger"],
};

/** A round portrait with initials, `x` and `y` at its centre. */
export function Initials({
  x,
  y,
  radius = 26,
  look = "plain",
  children,
}: {
  x: number;
  y: number;
  radius?: number;
  look?: "plain" | "soft" | "accent";
  children: string;
}) {
  const [fill, tone] = INITIALS[look];
  return (
    <>
      <circle cx={x} cy={y} r={radius} className={fill} />
      <Words
        x={x}
        y={y + radius * 0.27}
        size={radius * 0.74}
        weight={600}
        tone={tone}
        anchor="middle"
      >
        {children}
      </Words>
    </>
  );
}

const INITIALS: Record<"plain" | "soft" | "accent", readonly [string, Tone]> = {
  plain: ["fill-sunken stroke-line", "ink"],
  soft: ["fill-accent-soft", "accent"],
  accent: ["fill-accent", "on-accent"],
};
