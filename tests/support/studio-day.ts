import { studio } from "../../app/content/studio.ts";

/** The day of a moment where the studio is: "December 5". */
export function studioDay(moment: string): string {
  const timeZone = studio.phone.zone;
  return new Date(moment).toLocaleDateString("en-US", { timeZone, month: "long", day: "numeric" });
}

/** The moment at which clocks where the studio is show `local`: "2026-11-30T11:59". */
export function studioMoment(local: string): Date {
  const asUtc = new Date(`${local}Z`);
  // In Sweden, as in ISO 8601, but for a space.
  const shown = asUtc.toLocaleString("sv-SE", { timeZone: studio.phone.zone }).replace(" ", "T");
  return new Date(2 * asUtc.getTime() - Date.parse(`${shown}Z`));
}
