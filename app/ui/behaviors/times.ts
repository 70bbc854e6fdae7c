/**
 * On plain pages, converts UTC times to the visitor's time zone, at once and after the whole document has
 * streamed in.
 */
import { readTimeZone } from "../browser-features";
import { formatMoment, MOMENT_FORMATS, type Moment } from "../time/dated-text";

localizeTimes();
document.addEventListener("DOMContentLoaded", localizeTimes);

function localizeTimes(): void {
  const timeZone = readTimeZone();
  for (const element of document.querySelectorAll<HTMLTimeElement>("time[data-format]")) {
    const { format = "" } = element.dataset;
    if (isMomentFormat(format))
      element.textContent = formatMoment({ iso: element.dateTime, format }, timeZone);
  }
}

function isMomentFormat(name: string): name is Moment["format"] {
  return Object.hasOwn(MOMENT_FORMATS, name);
}
