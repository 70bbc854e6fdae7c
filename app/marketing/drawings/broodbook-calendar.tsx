import { Screen, Words } from "./screen-kit";

const WEEKDAYS = ["M", "T", "W", "T", "F", "S", "S"] as const;
const DAYS = Array.from({ length: 30 }, (_, index) => index + 1);
const MARKED: readonly number[] = [6, 14, 15, 22];
const COLUMN = 48;

const EVENTS = [
  { day: "6", title: "Clara's birthday", note: "post the card today" },
  { day: "14", title: "Reunion at the lake", note: "9 of 11 households" },
  { day: "22", title: "Theo's recital", note: "bring the cello" },
] as const;

/** broodbook: the family's month. */
export function BroodbookCalendar({ label }: { label: string }) {
  return (
    <Screen label={label} title="June" aside="What is coming up">
      {WEEKDAYS.map((weekday, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two weekdays share a letter, and none moves
        <Words key={column} x={52 + column * COLUMN} y={104} size={17} tone="soft" anchor="middle">
          {weekday}
        </Words>
      ))}
      {DAYS.map((day) => (
        <Day key={day} day={day} />
      ))}
      <rect x="376" y="62" width="263" height="366" className="fill-sunken" />
      {EVENTS.map(({ day, title, note }, index) => (
        <g key={day}>
          {index > 0 ? (
            <path
              d={`M400 ${70 + index * 112}h216`}
              className="stroke-line-strong"
              strokeWidth="2"
              strokeDasharray="9 6"
            />
          ) : null}
          <Words x={400} y={120 + index * 112} size={38} weight={500} tone="accent">
            {day}
          </Words>
          <Words x={400} y={146 + index * 112} size={20} weight={600}>
            {title}
          </Words>
          <Words x={400} y={169 + index * 112} size={17} tone="soft">
            {note}
          </Words>
        </g>
      ))}
    </Screen>
  );
}

/** The month begins on a Thursday. */
function Day({ day }: { day: number }) {
  const place = day + 2;
  const x = 52 + (place % 7) * COLUMN;
  const y = 146 + Math.floor(place / 7) * 58;
  const isMarked = MARKED.includes(day);
  return (
    <>
      {isMarked ? <circle cx={x} cy={y - 7} r="22" className="fill-accent" /> : null}
      <Words
        x={x}
        y={y}
        size={19}
        weight={isMarked ? 600 : 400}
        tone={isMarked ? "on-accent" : "ink"}
        anchor="middle"
      >
        {String(day)}
      </Words>
    </>
  );
}
