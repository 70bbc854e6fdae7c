/** Renewing the session of a page that stays open. Runs in the browser. */

const RETRY_STEP_MS = 200;
const RETRY_WINDOW_MS = 10_000;

/** The new expiry in epoch seconds, or why there is none. */
export type SessionRefresh = number | "signed-out" | "unavailable";

/** The new expiry; retries a silent server after 200 ms times the attempt, for ten seconds. */
export async function refreshWithRetries(): Promise<SessionRefresh> {
  const deadline = Date.now() + RETRY_WINDOW_MS;
  for (let attempt = 1; Date.now() < deadline; attempt += 1) {
    const outcome = await refreshOnce(deadline - Date.now());
    if (outcome !== "unavailable") return outcome;
    await new Promise((resolve) => setTimeout(resolve, RETRY_STEP_MS * attempt));
  }
  return "unavailable";
}

async function refreshOnce(timeoutMs: number): Promise<SessionRefresh> {
  try {
    const response = await fetch("/auth/refresh", {
      method: "POST",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) return "unavailable";
    const { expiresAt }: { expiresAt?: unknown } = await response.json();
    if (expiresAt === null) return "signed-out";
    return typeof expiresAt === "number" ? expiresAt : "unavailable";
  } catch {
    return "unavailable";
  }
}
