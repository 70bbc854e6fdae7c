/**
 * Loads a plain page with an amount due again on return to its tab: it may have been settled in another one.
 */
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) location.reload();
});
