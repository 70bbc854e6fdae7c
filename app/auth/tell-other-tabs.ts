import { useEffect } from "react";
import type { FormResult } from "~/forms/form-result";
import { AUTH_CHANNEL, type AuthMessage } from "./auth-channel";

let tab: string | undefined;

/** A mark of this tab: a channel also delivers within the tab that a message comes from. */
export function thisTab(): string {
  tab ??= crypto.randomUUID();
  return tab;
}

/** After a success the site's other tabs show data which is no longer so. */
export function tellOtherTabs(result: FormResult | undefined): void {
  if (result?.status !== "success") return;
  const message: AuthMessage = { type: "USER_UPDATED", sender: thisTab() };
  const channel = new BroadcastChannel(AUTH_CHANNEL);
  channel.postMessage(message);
  channel.close();
}

/** `tellOtherTabs` once for each result. */
export function useTellOtherTabs(result: FormResult | undefined): void {
  useEffect(() => tellOtherTabs(result), [result]);
}
