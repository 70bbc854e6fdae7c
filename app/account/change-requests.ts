/** Messages in which a subscriber requests a change. Only their mark tells them from other messages. */

/** Begins the mark of a request. */
export const CHANGE_REQUEST = "Change request";

/**
 * The text of a message as it is stored: "[Change request, Pro plan] …" for a subscriber's request, "[Pro
 * plan] …" for another message. The dashboard lists an address's messages with the mark, so only its account
 * may give it.
 */
export function markMessage(
  message: string,
  { isRequest, planName }: { readonly isRequest: boolean; readonly planName: string | null },
): string {
  const topics = [
    ...(isRequest ? [CHANGE_REQUEST] : []),
    ...(planName ? [`${planName} plan`] : []),
  ];
  return topics.length > 0
    ? `[${topics.join(", ")}] ${message}`
    : message.replace(new RegExp(`^\\[(?=${CHANGE_REQUEST})`), "");
}

/** The text of a stored request without its mark. */
export function unmarkMessage(message: string): string {
  return message.replace(/^\[[^\]]*\] /, "");
}
