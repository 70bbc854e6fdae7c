import { Words } from "./screen-kit";

const FIELDS = [
  { label: "Name", value: "Old Vine Red" },
  { label: "Price", value: "$24" },
  { label: "Who will like it", value: "rainy Sundays" },
] as const;

/** The wine merchant's one short form, and what is made from it. */
export function MarketingEditor({ label }: { label: string }) {
  return (
    <svg viewBox="0 0 640 430" role="img" aria-label={label} className="block h-auto w-full">
      <g fill="none" className="stroke-accent" strokeWidth="4">
        <path d="M286 130c60 0 40-22 96-22" />
        <path d="M286 316c60 0 40 8 96 8" />
      </g>
      <rect
        x="30"
        y="2"
        width="256"
        height="426"
        rx="34"
        className="fill-surface stroke-line-strong"
        strokeWidth="3"
      />
      {FIELDS.map(({ label: name, value }, index) => (
        <g key={name}>
          <Words x={56} y={62 + index * 100} size={18} tone="soft">
            {name}
          </Words>
          <rect
            x="54"
            y={74 + index * 100}
            width="208"
            height="48"
            rx="8"
            className="fill-page stroke-line-strong"
            strokeWidth="1.5"
          />
          <Words x={70} y={105 + index * 100} size={20} weight={600}>
            {value}
          </Words>
        </g>
      ))}
      <rect x="54" y="346" width="208" height="52" rx="9" className="fill-accent" />
      <Words x={158} y={379} size={20} weight={600} tone="on-accent" anchor="middle">
        Save
      </Words>
      <rect
        x="382"
        y="28"
        width="228"
        height="160"
        rx="8"
        className="fill-surface stroke-line"
        strokeWidth="2"
      />
      <path d="M382 44V36a8 8 0 0 1 8-8h212a8 8 0 0 1 8 8v8z" className="fill-accent" />
      <Words x={404} y={88} size={21} weight={600}>
        Old Vine Red
      </Words>
      <Words x={404} y={116} size={18} tone="soft">
        for rainy Sundays
      </Words>
      <Words x={404} y={166} size={34} weight={600}>
        $24
      </Words>
      <rect
        x="382"
        y="242"
        width="228"
        height="164"
        rx="8"
        className="fill-surface stroke-line"
        strokeWidth="2"
      />
      <path
        d="m383 250 113 84 113-84"
        fill="none"
        className="stroke-line-strong"
        strokeWidth="2.5"
      />
      <Words x={496} y={382} size={19} weight={600} anchor="middle">
        New this week
      </Words>
    </svg>
  );
}
