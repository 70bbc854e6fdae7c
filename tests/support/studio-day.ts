import { studio } from "../../app/content/studio.ts";

/** The day of a moment where the studio is: "December 5". */
export function studioDay(moment: string): string {
  const timeZone = studio.phone.zone;
  return new Date(moment).toLocaleDateString("en-US", { timeZone, month: "long", day: "numeric" });
}
