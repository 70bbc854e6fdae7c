/** Messages in which a subscriber requests a change. Only their mark tells them from other messages. */
import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { contactMessages, users } from "#drizzle/schema";
import { billingDate } from "~/billing/plan/billing-date";
import type { ChangeRequest } from "./change-request-card";

const MARK = "Change request";

/**
 * The text of a message as it is stored: "[Change request, Pro plan] …" for a subscriber's request, "[Pro
 * plan] …" for another message. The dashboard lists an address's messages with the mark, so only its account
 * may give it.
 */
export function markMessage(
  message: string,
  { isRequest, planName }: { readonly isRequest: boolean; readonly planName: string | null },
): string {
  const topics = [...(isRequest ? [MARK] : []), ...(planName ? [`${planName} plan`] : [])];
  return topics.length > 0
    ? `[${topics.join(", ")}] ${message}`
    : message.replace(new RegExp(`^\\[(?=${MARK})`), "");
}

const requestsSchema = v.array(
  v.object({ id: v.string(), sent_at: v.string(), message: v.string() }),
);

/** The newest three change requests from the user's address, with their first words. */
export const requestsColumn: SQL<unknown> = sql<unknown>`(
  select coalesce(json_agg(request), '[]') from (
    select id, to_json(created_at) #>> '{}' as sent_at, left(message, 200) as message from ${contactMessages}
    where lower(email) = lower(${users.email}) and message like ${`[${MARK}%`}
      and not marked and not suspected_spam
    order by created_at desc limit 3) request)`;

/** Change requests as the dashboard lists them. */
export function toChangeRequests(column: unknown): ChangeRequest[] {
  return v.parse(requestsSchema, column).map(({ id, sent_at, message }) => ({
    id,
    sentAt: billingDate(new Date(sent_at)),
    text: message.replace(/^\[[^\]]*\] /, ""),
  }));
}
