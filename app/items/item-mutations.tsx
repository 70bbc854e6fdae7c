import {
  createContext,
  type ReactNode,
  type SubmitEvent,
  startTransition,
  useCallback,
  useRef,
  useState,
} from "react";
import { useFetcher, useSubmit } from "react-router";
import { ACCOUNT_FIELD, AccountField } from "~/auth/account-field";
import { UNCERTAIN_OUTCOME_CODES } from "~/forms/app-error";
import type { FormResult, FormValues } from "~/forms/form-result";
import { HOME_PATH } from "~/navigation/paths";
import { Button, TextLink } from "~/ui/button";
import { Toast, ToastPlace } from "~/ui/toast";
import { UPGRADE_MESSAGE } from "./item";

/** Sends a form of items with a fetcher; what is sent with the same key replaces the earlier one. */
type SendItemForm = (form: FormData, key?: string) => void;

interface Mutations {
  readonly send: SendItemForm;
  /** The forms that add an item and are not answered yet. They are sent one after another, to arrive in order. */
  readonly adding: readonly FormData[];
}

export const ItemMutations = createContext<Mutations>({ send: () => {}, adding: [] });

/** What an element's submit event would send. */
export function formDataOf({ target, nativeEvent }: SubmitEvent<HTMLElement>): FormData {
  return target instanceof HTMLFormElement
    ? new FormData(target, nativeEvent.submitter)
    : new FormData();
}

/**
 * Sends the forms of the item list and shows how they ended. It stands in the layout, so that a failure is still told
 * when the list has been left.
 */
export function ItemMutationsProvider({ children }: { children: ReactNode }) {
  const submit = useSubmit();
  /** The fetchers whose answers are shown, the latest last. */
  const [keys, setKeys] = useState<readonly string[]>([]);
  const [adding, setAdding] = useState<readonly FormData[]>([]);
  const lastAdd = useRef(Promise.resolve());
  const send = useCallback<SendItemForm>(
    (form, key = keyOf(form)) => {
      const isAdding = form.get("intent") === "create";
      const post = () =>
        submit(form, { method: "post", action: HOME_PATH, navigate: false, fetcherKey: key });
      // Transitions, like the router's own: the form that was sent and its outcome show together.
      startTransition(() => {
        setKeys((known) => [...known.filter((other) => other !== key), key]);
        if (isAdding) setAdding((forms) => [...forms, form]);
      });
      if (!isAdding) return void post();
      lastAdd.current = lastAdd.current.then(post).finally(() => {
        startTransition(() => setAdding((forms) => forms.filter((other) => other !== form)));
      });
    },
    [submit],
  );
  const dismiss = useCallback((key: string) => {
    setKeys((known) => known.filter((other) => other !== key));
  }, []);
  return (
    <ItemMutations value={{ send, adding }}>
      {children}
      <ToastPlace>
        <div
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            send(formDataOf(event));
          }}
        >
          {keys.map((key) => (
            <MutationToast key={key} fetcherKey={key} onDismiss={dismiss} />
          ))}
        </div>
      </ToastPlace>
    </ItemMutations>
  );
}

/** One thing that is asked of one item: setting and removing a star replace each other. */
function keyOf(form: FormData): string {
  const intent = String(form.get("intent"));
  return `${intent === "unfeature" ? "feature" : intent} ${form.get("id") ?? ""}`;
}

/** A fetcher only keeps its answer while it is mounted. */
function MutationToast({
  fetcherKey,
  onDismiss,
}: {
  fetcherKey: string;
  onDismiss: (key: string) => void;
}) {
  const { data, state } = useFetcher<FormResult>({ key: fetcherKey });
  const dismiss = useCallback(() => onDismiss(fetcherKey), [onDismiss, fetcherKey]);
  const isShown = state === "idle" && data && (data.status === "error" || data.values);
  return isShown ? <ResultToast result={data} onDismiss={dismiss} /> : null;
}

/**
 * How a form of items ended: what was done, with a way to undo it, or why it was not, with a way to try again. Without
 * scripts it is a part of the page.
 */
export function ResultToast({ result, onDismiss }: { result: FormResult; onDismiss: () => void }) {
  const { status, values = {} } = result;
  const isDone = status === "success";
  const message = isDone ? result.message : (result.message ?? result.fieldErrors?.name);
  const isUpgrade = message === UPGRADE_MESSAGE;
  const hasForm = !isUpgrade && values.intent !== undefined;
  return (
    <Toast {...(isDone ? { onTimeUp: onDismiss } : {})}>
      <p role={isDone ? undefined : "alert"} className={isDone ? undefined : "text-danger"}>
        {isDone ? null : describeLoss(result.code, values)}
        <span>{message}</span> {isUpgrade ? <TextLink to="/pricing">See the plans</TextLink> : null}
      </p>
      <form method="post" action={HOME_PATH} className="flex gap-1" onSubmit={onDismiss}>
        <AccountField />
        {Object.entries(values).map(([name, value]) =>
          name === ACCOUNT_FIELD ? null : (
            <input key={name} type="hidden" name={name} value={value} />
          ),
        )}
        {hasForm ? (
          <Button variant="secondary" className={isDone ? "undo" : ""}>
            {isDone ? "Undo" : "Try again"}
          </Button>
        ) : null}
        <Button type="button" variant="quiet" className="needs-script" onClick={onDismiss}>
          Dismiss
        </Button>
      </form>
    </Toast>
  );
}

function describeLoss(code: string, { intent, name }: FormValues): string | null {
  if (!name) return null;
  const failed = UNCERTAIN_OUTCOME_CODES.includes(code) ? "may not have been" : "was not";
  return `“${name}” ${failed} ${intent === "create" ? "added" : "saved"}. `;
}
