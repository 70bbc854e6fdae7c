/**
 * For pages without React: times that the server wrote in UTC are put on the reader's calendar, also those that
 * come in while the page is still being sent.
 */
import { formatMoment, MOMENT_STYLES, type Moment } from "../time/dated-text";

writeTimes();
document.addEventListener("DOMContentLoaded", writeTimes);

function writeTimes(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  for (const element of document.querySelectorAll<HTMLTimeElement>("time[data-to]")) {
    const { to = "" } = element.dataset;
    if (isStyle(to)) element.textContent = formatMoment({ iso: element.dateTime, to }, timeZone);
  }
}

function isStyle(name: string): name is Moment["to"] {
  return Object.hasOwn(MOMENT_STYLES, name);
}
