import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useSubmit } from "react-router";
import { ACCOUNT_FIELD, useAccount } from "~/auth/account-field";
import { currentSession } from "~/auth/current-session";
import { tellOtherTabs } from "~/auth/tell-other-tabs";
import type { FormResult } from "~/forms/form-result";
import { findWork, type ItemWork } from "./item-work";
import { type ItemWorkList, openItemWork, type SendWork } from "./item-work-list";

/** The field of a form that names the work it belongs to. */
const WORK_FIELD = "work";

/** Answers that came, by the work's key, until whoever sent the form takes them. */
const answers = new Map<string, FormResult>();

/**
 * For the dashboard's `clientAction`: hands the answer to a form also to the work that the form names. The router itself
 * only tells elements that are on the page.
 */
export async function answerWork<Answer extends FormResult | { readonly data: FormResult }>(
  request: Request,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const key = (await request.clone().formData()).get(WORK_FIELD);
  const answer = await send();
  if (typeof key === "string") answers.set(key, "data" in answer ? answer.data : answer);
  return answer;
}

/** The work on the items of the list. What runs when the page is left goes on, and its end is told on the way back. */
export function useItemWork(): ItemWorkList {
  const submit = useSubmit();
  const account = useAccount();
  const [list] = useState(() => {
    const send: SendWork = async (fields, key) => {
      const form = { ...fields, [WORK_FIELD]: key, [ACCOUNT_FIELD]: account };
      await submit(form, { method: "post", action: "/dashboard", navigate: false });
      const answer = answers.get(key);
      answers.delete(key);
      tellOtherTabs(answer);
      return answer;
    };
    return openItemWork(currentSession(), send);
  });
  useEffect(() => list.leave, [list]);
  return list;
}

export function useAllWork({ subscribe, read }: ItemWorkList): readonly ItemWork[] {
  return useSyncExternalStore(subscribe, read, read);
}

/** The work on one item; undefined when there is none. */
export function useWorkOn({ subscribe, read }: ItemWorkList, itemId: string): ItemWork | undefined {
  const readOwn = () => findWork(read(), itemId);
  const subscribeToOwn = useCallback(
    (onChange: () => void) => subscribe(onChange, itemId),
    [subscribe, itemId],
  );
  return useSyncExternalStore(subscribeToOwn, readOwn, readOwn);
}
