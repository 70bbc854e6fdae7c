/**
 * Pages without React that show what is due: loads the page again when the user comes back to its tab, since it
 * may have been settled in another one.
 */
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) location.reload();
});
