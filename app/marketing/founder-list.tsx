import { about, founders } from "~/content/marketing/team";
import { Picture } from "./picture";

/** Apart from other drawings, so that the dashboard's script has only these. */
const PORTRAITS = import.meta.glob<string>("./drawings/portraits/{design,engineering}.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The founders, with portrait and role. */
export function FounderList() {
  return (
    <ul className="grid gap-4">
      {founders.map(({ name, portrait, role }) => (
        <li key={name} className="grid grid-cols-[auto_1fr] items-center gap-x-4">
          <Picture
            svg={PORTRAITS[`./drawings/${portrait}.svg`]}
            src={portrait}
            label={about.portraitLabel(name)}
            className="w-18 overflow-hidden rounded-card"
          />
          <p>
            <span className="block font-medium">{name}</span>
            <span className="block text-ink-soft text-sm leading-snug">{role}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
