const PATHS = {
  star: "m10 2.6 2.3 4.7 5.2.8-3.8 3.6.9 5.2-4.6-2.5-4.6 2.5.9-5.2-3.8-3.6 5.2-.8z",
  pencil:
    "m11.6 5.3 3.1 3.1M3.5 16.5l.8-3.9 8.9-8.9a1.5 1.5 0 0 1 2.1 0l1 1a1.5 1.5 0 0 1 0 2.1l-8.9 8.9z",
  bin: "M3.5 5.5h13M8 5.5v-2h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 8.5v5M11.5 8.5v5",
} as const;

type IconName = keyof typeof PATHS;

const symbolId = (name: string) => `icon-${name}`;

/** The drawings, once for the whole list: fifty rows of them would be most of the page. */
export function IconSheet() {
  return (
    <svg aria-hidden="true" className="hidden">
      {Object.entries(PATHS).map(([name, path]) => (
        <symbol key={name} id={symbolId(name)} viewBox="0 0 20 20">
          <path d={path} />
        </symbol>
      ))}
    </svg>
  );
}

/** A small drawing on a button that carries its name itself. Needs an `IconSheet` on the page. */
export function Icon({ name, isFilled = false }: { name: IconName; isFilled?: boolean }) {
  return (
    <svg aria-hidden="true" className={isFilled ? "icon icon-filled" : "icon"}>
      <use href={`#${symbolId(name)}`} />
    </svg>
  );
}
