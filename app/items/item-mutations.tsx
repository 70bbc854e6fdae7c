import {
  createContext,
  type ReactNode,
  type SubmitEvent,
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { href, useFetcher, useMatches, useSubmit } from "react-router";
import { ACCOUNT_FIELD, AccountForm } from "~/auth/session/account-form";
import type { FormError, FormResult, FormValues } from "~/forms/form-result";
import { ERROR_CODES, SERVER_UNREACHABLE, UNREACHABLE } from "~/http/app-error";
import { createId } from "~/ui/browser-features";
import { Button, TextLink } from "~/ui/button";
import { Toast } from "~/ui/toast";
import { addResult, createSerialQueue } from "./mutation-results";
import { STORED_AT } from "./optimistic";

/** Submits an item form with a fetcher. A later form for the same item and intent replaces an earlier one. */
type SendItemForm = (form: FormData) => void;

/** A result in a toast; the id makes React render each in a new toast, which is announced. */
type ShownResult = FormResult & { readonly id: string };

interface Mutations {
  readonly send: SendItemForm;
  /** Forms whose change the page's data does not have yet, and that no fetcher is sending. */
  readonly pending: readonly FormData[];
}

/** Sends the item forms, and has what they change; provided by the account area's layout. */
export const ItemMutations = createContext<Mutations>({ send: () => {}, pending: [] });

interface Mutation {
  readonly key: string;
  readonly form: FormData;
}

/** The form data of a submit event, including the submitter. */
export function getSubmittedData({ target, nativeEvent }: SubmitEvent<HTMLElement>): FormData {
  return target instanceof HTMLFormElement
    ? new FormData(target, nativeEvent.submitter)
    : new FormData();
}

/** Sends the forms of the item list. Part of the layout, so that a failure also shows after navigating away from the list. */
export function ItemMutationsProvider({ children }: { children: ReactNode }) {
  const submit = useSubmit();
  const page = usePageData();
  const [mutations, setMutations] = useState<readonly Mutation[]>([]);
  /** Changes that the server confirmed, and the data that is still shown because revalidation failed. */
  const [confirmed, setConfirmed] = useState<readonly { form: FormData; page: unknown }[]>([]);
  /** Results that are not dismissed, newest last. */
  const [results, setResults] = useState<readonly ShownResult[]>([]);
  const shown = results.at(-1);
  /** Added items are sent one after another, so that they arrive in order. */
  const enqueueAdd = useRef(createSerialQueue());
  const send = useCallback<SendItemForm>(
    (form) => {
      const key = getMutationKey(form);
      const post = () =>
        submit(form, {
          method: "post",
          action: href("/dashboard"),
          navigate: false,
          fetcherKey: key,
        });
      // Transitions, like the router's own updates, so that form and result render together.
      startTransition(() => {
        setMutations((all) => [...all.filter((other) => other.key !== key), { key, form }]);
      });
      void (isAdding(form) ? enqueueAdd.current(post) : post());
    },
    [submit],
  );
  const finish = useCallback<FinishMutation>(({ key, form }, result, stalePage) => {
    const added = { ...result, id: createId() };
    setMutations((all) => all.filter((other) => other.key !== key));
    setResults((all) => addResult(all, added));
    if (result.status !== "success" || stalePage === undefined) return;
    form.set(STORED_AT, String(Date.now()));
    setConfirmed((all) => [
      ...all.filter((other) => other.page === stalePage),
      { form, page: stalePage },
    ]);
  }, []);
  const missing = confirmed.flatMap((change) => (change.page === page ? change.form : []));
  const queued = mutations.flatMap(({ form }) => (isAdding(form) ? form : []));
  return (
    <ItemMutations value={{ send, pending: [...missing, ...queued] }}>
      {children}
      {mutations.map((mutation) => (
        <PendingMutation key={mutation.key} mutation={mutation} onFinish={finish} />
      ))}
      {/* Always rendered, since screen readers only announce changes within an existing region. */}
      <div
        role="status"
        className="toast-region"
        onSubmit={(event) => {
          event.preventDefault();
          send(getSubmittedData(event));
        }}
      >
        {shown ? (
          <ResultToast
            key={shown.id}
            result={shown}
            onDismiss={() => setResults((all) => all.filter(({ id }) => id !== shown.id))}
          />
        ) : null}
      </div>
    </ItemMutations>
  );
}

const isAdding = (form: FormData) => form.get("intent") === "create";

/** One key per intent and items; featuring and unfeaturing replace each other. */
function getMutationKey(form: FormData): string {
  const intent = String(form.get("intent"));
  return `${intent === "unfeature" ? "feature" : intent} ${form.get("id") ?? form.get("items")}`;
}

/** The loader data of the page; another object after each successful read. */
function usePageData(): unknown {
  return useMatches().at(-1)?.loaderData;
}

/** `stalePage`: the page's data if it was not read again since, undefined otherwise. */
type FinishMutation = (mutation: Mutation, result: FormResult, stalePage: unknown) => void;

/** Reports the result of a mutation once it is complete. Until it is answered, closing the tab would lose it. */
function PendingMutation({ mutation, onFinish }: { mutation: Mutation; onFinish: FinishMutation }) {
  const { data, state } = useFetcher<FormResult>({ key: mutation.key });
  const page = usePageData();
  const pageBefore = useRef(page);
  const isUnanswered = state === "submitting" || data === undefined;
  useEffect(() => {
    if (!isUnanswered) return;
    const askToStay = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", askToStay);
    return () => removeEventListener("beforeunload", askToStay);
  }, [isUnanswered]);
  useEffect(() => {
    if (state !== "idle") pageBefore.current = page;
    else if (data) onFinish(mutation, data, page === pageBefore.current ? page : undefined);
  }, [state, data, page, mutation, onFinish]);
  return null;
}

/** The result of a mutation, with Undo after a success, Try again after a failure. Without scripts, part of the page. */
export function ResultToast({ result, onDismiss }: { result: FormResult; onDismiss: () => void }) {
  const hasSucceeded = result.status === "success";
  /** The form that undoes a success, or that failed. */
  const fields = (hasSucceeded ? result.undo : result.values) ?? {};
  const failure = hasSucceeded ? null : describeFailure(result.code, fields);
  const message = hasSucceeded
    ? result.message
    : (getFailureMessage(result, failure !== null) ?? result.fieldErrors?.name);
  const isUpgrade = !hasSucceeded && result.code === ERROR_CODES.upgradeRequired;
  const hasForm = !isUpgrade && fields.intent !== undefined;
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isUndoShortcut(event) || !undo.current) return;
      event.preventDefault();
      undo.current.click();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <Toast {...(hasSucceeded ? { onTimeout: onDismiss } : {})}>
      <p
        role={hasSucceeded ? undefined : "alert"}
        className={hasSucceeded || isUpgrade ? undefined : "text-danger"}
      >
        <span>{failure}</span>
        <span>{message}</span>{" "}
        {isUpgrade ? <TextLink to={href("/pricing")}>View plans</TextLink> : null}
      </p>
      <AccountForm
        as="form"
        action={href("/dashboard")}
        className="ms-auto flex gap-1"
        onSubmit={onDismiss}
      >
        {Object.entries(fields).map(([name, value]) =>
          name === ACCOUNT_FIELD ? null : (
            <input key={name} type="hidden" name={name} value={value} />
          ),
        )}
        {hasForm && hasSucceeded ? (
          <Button ref={undo} variant="secondary" aria-keyshortcuts="Control+Z">
            Undo
            <small
              aria-hidden="true"
              className="hidden font-normal text-ink-soft text-sm pointer-fine:inline"
            >
              Ctrl+Z
            </small>
          </Button>
        ) : null}
        {hasForm && !hasSucceeded ? <Button variant="secondary">Try again</Button> : null}
        <button
          type="button"
          title="Dismiss"
          aria-label="Dismiss"
          className="icon-button icon-close needs-script"
          onClick={onDismiss}
        />
      </AccountForm>
    </Toast>
  );
}

/** Ctrl+Z or ⌘Z, except in a field with text, whose typing it undoes. */
function isUndoShortcut({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent) {
  const isTyping = target instanceof HTMLInputElement && target.type !== "checkbox" && target.value;
  return key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey && !altKey && !isTyping;
}

/** Codes of a failed mutation that may have been saved. */
const UNCERTAIN_OUTCOME_CODES: readonly string[] = [
  SERVER_UNREACHABLE.code,
  "database/no-response",
  "database/unexpected",
];

/** `isDescribed`: before it stands that the outcome is unknown. */
function getFailureMessage({ code, message }: FormError, isDescribed: boolean) {
  return isDescribed && code === SERVER_UNREACHABLE.code ? UNREACHABLE : message;
}

function describeFailure(code: string, { intent, name }: FormValues): string | null {
  if (!name) return null;
  const isUnknown = UNCERTAIN_OUTCOME_CODES.includes(code);
  if (intent === "create") {
    return isUnknown ? `“${name}” may not have been added. ` : `“${name}” was not added. `;
  }
  return isUnknown ? `“${name}” may not have been saved. ` : `“${name}” was not saved. `;
}
