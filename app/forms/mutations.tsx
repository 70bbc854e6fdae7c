/**
 * Forms that a page sends without navigating, several at once, so that it can show their changes before the
 * server answers. A layout provides them: a failure is shown after the user has left the page, too. A form
 * without an answer when the layout is left, as for sign-in, is sent again when it is back.
 */
import {
  createContext,
  type ReactNode,
  type SubmitEvent,
  startTransition,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useFetcher, useMatches, useSubmit } from "react-router";
import { SERVER_UNREACHABLE } from "~/http/app-error";
import { createId } from "~/ui/browser-features";
import { Button, TextLink } from "~/ui/button";
import { dropAnswered, keepUnanswered, takeUnanswered } from "~/ui/kept/unanswered";
import { Toast } from "~/ui/toast";
import {
  type FormError,
  type FormResult,
  type FormValues,
  formError,
  joinMessages,
  listTyped,
} from "./form-result";
import { getTextEntries } from "./parse-form";

/** A form whose change the page's data does not have yet. */
export interface PendingForm {
  readonly form: FormData;
  /** When it succeeded, if the page could not be read since. Epoch milliseconds. */
  readonly storedAt?: number;
}

interface Mutation extends PendingForm {
  readonly id: string;
  /** The page's data when the form had succeeded, until it is read again. */
  readonly stalePage?: unknown;
  /** Path of the page whose action the form is for. */
  readonly action: string;
}

interface Mutations {
  /**
   * Sends a form to the action of the page at path `action`, once the forms before it are answered. It may
   * arrive twice, so it has the id of what it adds, and is kept in the tab until then, so it has no secret.
   */
  readonly send: (form: FormData, action: string) => void;
  /** Oldest first. */
  readonly pending: readonly PendingForm[];
  /** The failure that is shown, with the form's fields. */
  readonly failure: FormError | undefined;
  /** Hides the shown result. */
  readonly dismiss: () => void;
  /** Fields of every form in a toast. */
  readonly commonFields: FormValues;
}

const MutationsContext = createContext<Mutations>({
  send: () => {},
  pending: [],
  failure: undefined,
  dismiss: () => {},
  commonFields: {},
});

/** Sends forms and knows those that are pending; for pages below a `MutationsProvider`. */
export function useMutations(): Mutations {
  return use(MutationsContext);
}

/** The form data of a submit event, including the submitter. */
export function getSubmittedData({ target, nativeEvent }: SubmitEvent<HTMLElement>): FormData {
  return target instanceof HTMLFormElement
    ? new FormData(target, nativeEvent.submitter)
    : new FormData();
}

/** A result in a toast; the id makes React render each in a new toast, which is announced. */
type ShownResult = FormResult & Pick<Mutation, "id" | "action" | "form">;

/** `commonFields`, as the account, are in every form: in a toast's, and in one that is sent again. */
export function MutationsProvider({
  commonFields,
  children,
}: {
  commonFields: FormValues;
  children: ReactNode;
}) {
  const submit = useSubmit();
  const page = usePageData();
  const [sent, setSent] = useState<readonly Mutation[]>([]);
  /** Results that are not dismissed, newest last. */
  const [results, setResults] = useState<readonly ShownResult[]>([]);
  const shown = results.at(-1);
  /** One form after another, so that the server stores them in the order in which the user sent them. */
  const queue = useRef(Promise.resolve());
  const toasts = useRef<HTMLDivElement>(null);
  const send = useCallback<Mutations["send"]>(
    (form, action) => {
      const id = createId();
      const post = async () => {
        // Sign-in has opened: the page after it sends the form.
        if (!toasts.current) return;
        await submit(form, { method: "post", action, navigate: false, fetcherKey: id });
      };
      keepUnanswered({ form, action });
      // A transition, like the router's own updates, so that form and result render together.
      startTransition(() => setSent((all) => [...all, { id, form, action }]));
      queue.current = queue.current.then(post).catch(() => {});
    },
    [submit],
  );
  useEffect(() => {
    for (const { form, action } of takeUnanswered(commonFields)) send(form, action);
  }, [commonFields, send]);
  const finish = useCallback<FinishMutation>((mutation, result, stalePage) => {
    const { id, action, form } = mutation;
    const stored =
      result.status === "success" && stalePage
        ? [{ ...mutation, stalePage, storedAt: Date.now() }]
        : [];
    setSent((all) => all.flatMap((other) => (other.id === id ? stored : other)));
    setResults((all) => addResult(all, { ...result, id, action, form }));
  }, []);
  const pending = sent.filter(({ stalePage = page }) => stalePage === page);
  const unanswered = sent.filter(({ storedAt }) => storedAt === undefined);
  const dismiss = () => {
    // Its result may be that there was no answer.
    if (shown) dropAnswered(shown);
    setResults((all) => all.slice(0, -1));
  };
  const failure = shown?.status === "success" ? undefined : shown;
  return (
    <MutationsContext value={{ send, pending, failure, dismiss, commonFields }}>
      {children}
      {unanswered.map((mutation) => (
        <PendingMutation key={mutation.id} mutation={mutation} onFinish={finish} />
      ))}
      {/* Always rendered, since screen readers only announce changes within an existing region. */}
      <div ref={toasts} role="status" className="toast-region">
        {shown ? (
          <ResultToast
            key={shown.id}
            result={shown}
            action={shown.action}
            onSubmit={(event) => {
              event.preventDefault();
              dismiss();
              send(getSubmittedData(event), shown.action);
            }}
            onDismiss={dismiss}
          />
        ) : null}
      </div>
    </MutationsContext>
  );
}

/**
 * A success without undo shows nothing. A new result replaces the others, except failures with typed text.
 */
function addResult(results: readonly ShownResult[], added: ShownResult): readonly ShownResult[] {
  if (added.status === "success" && !added.undo) return results;
  return [...results.filter((result) => listTyped(result).length > 0), added];
}

/** The loader data of the page; another object after each successful read. */
function usePageData(): unknown {
  return useMatches().at(-1)?.loaderData;
}

/**
 * `stalePage`: the page's data if it could not be read again, as offline or after a deploy; undefined
 * otherwise.
 */
type FinishMutation = (mutation: Mutation, result: FormResult, stalePage: unknown) => void;

/** Reports a mutation's result once it is answered. */
function PendingMutation({ mutation, onFinish }: { mutation: Mutation; onFinish: FinishMutation }) {
  const { data, state } = useFetcher<FormResult>({ key: mutation.id });
  const page = usePageData();
  /** `lost`: the result if React Router drops a redirect, as to sign-in, because another page was opened. */
  const sent = useRef<{ page: unknown; lost?: FormResult }>({ page });
  useEffect(() => {
    if (state !== "idle") {
      sent.current = { page, lost: formError(SERVER_UNREACHABLE, getTextEntries(mutation.form)) };
      return;
    }
    // Of a quick answer, React may only render this state.
    if (data) dropAnswered(mutation);
    const result = data ?? sent.current.lost;
    if (result) onFinish(mutation, result, page === sent.current.page ? page : undefined);
  }, [state, data, page, mutation, onFinish]);
  return null;
}

interface ResultToastProps {
  readonly result: FormResult;
  readonly action: string;
  readonly onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void;
  readonly onDismiss: () => void;
}

/**
 * The result of a mutation, with Undo after a success, Try again after a failure. Without scripts, part of
 * the page.
 */
export function ResultToast({ result, action, onSubmit, onDismiss }: ResultToastProps) {
  const { commonFields } = useMutations();
  const failure = result.status === "success" ? undefined : result;
  /** The form that undoes a success, or that failed. */
  const fields = (result.status === "success" ? result.undo : result.values) ?? {};
  const [typed] = listTyped(result);
  return (
    <Toast {...(failure ? {} : { onTimeout: onDismiss })}>
      <p role={failure && "alert"} className={failure && "text-danger"}>
        {typed ? <bdi>{`“${typed}”: `}</bdi> : null}
        <span>{joinMessages(result)}</span>{" "}
        {failure?.link ? <TextLink to={failure.link.to}>{failure.link.label}</TextLink> : null}
      </p>
      <form method="post" action={action} className="ms-auto flex gap-1" onSubmit={onSubmit}>
        {Object.entries({ ...fields, ...commonFields }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {fields.intent ? (
          <Button variant="secondary">{failure ? "Try again" : "Undo"}</Button>
        ) : null}
        <button
          type="button"
          title="Dismiss"
          aria-label="Dismiss"
          className="icon-button icon-close needs-script"
          onClick={onDismiss}
        />
      </form>
    </Toast>
  );
}
