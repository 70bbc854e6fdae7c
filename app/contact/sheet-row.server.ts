/** The row that a message becomes in the spreadsheet: name, e-mail, message. */
export type SheetRow = readonly [name: string, email: string, message: string];

export interface SheetMessage {
  readonly name: string;
  readonly email: string;
  readonly message: string;
}

/** A cell that starts like this would be run as a formula. Source: OWASP, "CSV Injection". */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** The row for a message, with everything that could be a formula turned into text. */
export function toSheetRow({ name, email, message }: SheetMessage): SheetRow {
  return [asText(name), asText(email), asText(message)];
}

/** A leading apostrophe makes a spreadsheet take the rest as text. */
function asText(cell: string): string {
  return FORMULA_START.test(cell) ? `'${cell}` : cell;
}
