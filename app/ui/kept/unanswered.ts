/**
 * Forms that a page has sent without navigating, kept in the tab until the server answers: none is lost when
 * the page is left before, as for sign-in.
 */
import { keepText, readKeptText } from "./kept-text";

/** A form, and the path of the page whose action it is for. */
interface SentForm {
  readonly form: FormData;
  readonly action: string;
}

const readLines = () => readKeptText("unanswered")?.split("\n") ?? [];

/** True while a form of this tab is not answered. */
export function hasUnanswered(): boolean {
  return readLines().length > 0;
}

/** Keeps a form until `dropAnswered`. */
export function keepUnanswered(sent: SentForm): void {
  keepLines([...readLines(), toLine(sent)]);
}

/** Drops a form, because it is answered. One that was sent with the same fields later stays. */
export function dropAnswered(sent: SentForm): void {
  const lines = readLines();
  const first = lines.indexOf(toLine(sent));
  keepLines(lines.filter((_, index) => index !== first));
}

/** Drops all forms, and returns those with the fields `common`, in the order in which they were sent. */
export function takeUnanswered(common: Readonly<Record<string, string>>): SentForm[] {
  const forms = readLines().map(fromLine);
  keepLines([]);
  return forms.filter(({ form }) =>
    Object.entries(common).every(([name, value]) => form.get(name) === value),
  );
}

function keepLines(lines: readonly string[]): void {
  keepText("unanswered", lines.join("\n"));
}

/** "/dashboard intent=create&name=First". */
function toLine({ form, action }: SentForm): string {
  const fields = Array.from(form, ([name, value]) => [name, String(value)]);
  return [action, new URLSearchParams(fields)].join(" ");
}

function fromLine(line: string): SentForm {
  const [action = "", fields] = line.split(" ");
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(fields)) form.append(name, value);
  return { form, action };
}
