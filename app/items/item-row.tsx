import { useState } from "react";
import { Link, useFetcher } from "react-router";
import { useTellOtherTabs } from "~/auth/tell-other-tabs";
import type { FormResult } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { Spinner } from "~/ui/spinner";
import { EditItem } from "./edit-item.tsx";
import { Icon } from "./icons.tsx";
import { type Item, itemElementId, UPGRADE_MESSAGE } from "./item.ts";
import type { PendingDeletion } from "./use-deletions.ts";

const ICON_BUTTON =
  "grid size-11 flex-none place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink";

export interface ItemRowProps {
  readonly item: Item;
  /** Whether the plan covered featured items when the page was loaded; the server decides. */
  readonly canFeature: boolean;
  /** Set once the item was asked to go. */
  readonly deletion: PendingDeletion | undefined;
  readonly onDelete: (itemId: string) => void;
}

/**
 * One item with its controls. What was asked for shows at once and goes back if the server refuses; but
 * an item is only taken away, and a star only announced as pressed, once that is so.
 */
export function ItemRow({ item, canFeature, deletion, onDelete }: ItemRowProps) {
  const feature = useFetcher<FormResult>();
  useTellOtherTabs(feature.data);
  const [isEditing, setIsEditing] = useState(false);
  const [editProblem, setEditProblem] = useState<string>();
  const closeEditor = (problem?: string) => {
    setIsEditing(false);
    setEditProblem(problem);
  };

  const isGoing = deletion !== undefined && deletion.refusal === undefined;
  const problem =
    (feature.state === "idle" ? refusal(feature.data) : undefined) ??
    editProblem ??
    deletion?.refusal;
  return (
    <li
      id={itemElementId(item.id)}
      tabIndex={-1}
      aria-busy={isGoing || undefined}
      className="grid gap-3 border-line border-b py-3 aria-busy:pointer-events-none aria-busy:line-through aria-busy:opacity-40"
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2">
        <bdi className="wrap-anywhere col-span-2 py-1 font-medium sm:col-span-1 sm:pb-0">
          {item.name}
        </bdi>
        <CreatedOn date={item.createdAt} />
        <div className="-mr-3 flex sm:col-start-2 sm:row-span-2 sm:row-start-1">
          <FeatureButton fetcher={feature} item={item} canFeature={canFeature} />
          <form
            method="get"
            action="/dashboard"
            onSubmit={(event) => {
              event.preventDefault();
              setEditProblem(undefined);
              setIsEditing(true);
            }}
          >
            <input type="hidden" name="item" value={item.id} />
            <button type="submit" className={ICON_BUTTON} aria-label={`Edit ${item.name}`}>
              <Icon name="pencil" />
            </button>
          </form>
          <form
            method="post"
            action="/dashboard"
            onSubmit={(event) => {
              event.preventDefault();
              onDelete(item.id);
            }}
          >
            <input type="hidden" name="intent" value="delete" />
            <input type="hidden" name="id" value={item.id} />
            <button type="submit" className={ICON_BUTTON} aria-label={`Delete ${item.name}`}>
              <Icon name="bin" />
            </button>
          </form>
        </div>
      </div>
      {problem ? <ItemProblem message={problem} /> : null}
      {isEditing ? <EditItem id={item.id} onClose={closeEditor} /> : null}
    </li>
  );
}

/** Why something was not done; the way to a plan where that is what it takes. */
export function ItemProblem({ message }: { message: string }) {
  return (
    <Alert type="error">
      <span>{message}</span>
      {message === UPGRADE_MESSAGE ? (
        <Link to="/pricing" className="link ml-2 inline-block">
          See the plans
        </Link>
      ) : null}
    </Alert>
  );
}

function FeatureButton({
  fetcher,
  item,
  canFeature,
}: Pick<ItemRowProps, "item" | "canFeature"> & {
  fetcher: ReturnType<typeof useFetcher<FormResult>>;
}) {
  const asked = canFeature ? fetcher.formData?.get("featured") : undefined;
  const isShown = asked ? asked === "true" : item.featured;
  const isWaiting = fetcher.state !== "idle" && !canFeature;
  return (
    <fetcher.Form
      method="post"
      onSubmit={(event) => {
        if (fetcher.state !== "idle") event.preventDefault();
      }}
    >
      <input type="hidden" name="intent" value="feature" />
      <input type="hidden" name="id" value={item.id} />
      <input type="hidden" name="featured" value={String(!item.featured)} />
      <button
        type="submit"
        aria-pressed={item.featured}
        aria-label={`Featured: ${item.name}`}
        className={`${ICON_BUTTON} ${isShown ? "text-accent!" : ""}`}
      >
        {isWaiting ? <Spinner size="small" /> : <Icon name="star" isFilled={isShown} />}
      </button>
    </fetcher.Form>
  );
}

const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** The day in UTC, so that server and browser write the same. */
function CreatedOn({ date }: { date: Date }) {
  return (
    <time dateTime={date.toISOString()} className="text-ink-soft text-sm sm:row-start-2 sm:pb-1">
      {dateFormat.format(date)}
    </time>
  );
}

function refusal(result: FormResult | undefined): string | undefined {
  return result?.status === "error" ? result.message : undefined;
}
