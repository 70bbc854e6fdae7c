/**
 * For pages without React: times that the server wrote in UTC are put on the reader's calendar, also those that
 * come in while the page is still being sent.
 */
import { formatMoment, MOMENT_FORMATS, type Moment } from "../time/dated-text";

localizeTimes();
document.addEventListener("DOMContentLoaded", localizeTimes);

function localizeTimes(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  for (const element of document.querySelectorAll<HTMLTimeElement>("time[data-to]")) {
    const { to = "" } = element.dataset;
    if (isMomentFormat(to))
      element.textContent = formatMoment({ iso: element.dateTime, format: to }, timeZone);
  }
}

function isMomentFormat(name: string): name is Moment["format"] {
  return Object.hasOwn(MOMENT_FORMATS, name);
}
