import { Link } from "react-router";

export interface FilterOption {
  readonly to: string;
  readonly label: string;
  readonly isCurrent: boolean;
}

/** A choice between views of one page, each with an address of its own. */
export function Filter({ label, options }: { label: string; options: readonly FilterOption[] }) {
  return (
    <nav aria-label={label} className="filter">
      {options.map(({ to, label: text, isCurrent }) => (
        <Link key={text} to={to} aria-current={isCurrent}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
