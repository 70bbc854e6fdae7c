import { useState } from "react";
import { useFetcher } from "react-router";
import { useTellOtherTabs } from "~/auth/tell-other-tabs";
import type { FormResult } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { OnDemand } from "~/ui/on-demand";
import { Spinner } from "~/ui/spinner";
import { TextLink } from "~/ui/text-link";
import { formatDay, type Item, itemElementId, UPGRADE_MESSAGE } from "./item";
import type { PendingDeletion } from "./use-deletions";

const loadEditor = () => import("./edit-item");

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
 * an item is only taken away, and a star only announced as pressed, once that is so. The server writes
 * the same by `itemRowsHtml`.
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
      className="item-row"
    >
      <bdi>{item.name}</bdi>
      <CreatedOn date={item.createdAt} />
      <feature.Form
        method="post"
        onSubmit={(event) => {
          const button = pressedButton(event.nativeEvent);
          if (button === "feature" && feature.state === "idle") return;
          event.preventDefault();
          if (button === "delete") onDelete(item.id);
          if (button === "edit") {
            setEditProblem(undefined);
            setIsEditing(true);
          }
        }}
      >
        <input type="hidden" name="id" value={item.id} />
        <input type="hidden" name="featured" value={String(!item.featured)} />
        <FeatureButton fetcher={feature} item={item} canFeature={canFeature} />
        <button
          type="submit"
          name="item"
          value={item.id}
          formMethod="get"
          formAction="/dashboard"
          className="icon-button icon-pencil"
          aria-label={`Edit ${item.name}`}
        />
        <button
          type="submit"
          name="intent"
          value="delete"
          className="icon-button icon-bin"
          aria-label={`Delete ${item.name}`}
        />
      </feature.Form>
      {problem ? <ItemProblem message={problem} /> : null}
      {isEditing ? (
        <OnDemand load={loadEditor} insteadAt={`/dashboard?item=${item.id}`}>
          {({ EditItem }) => <EditItem id={item.id} onClose={closeEditor} />}
        </OnDemand>
      ) : null}
    </li>
  );
}

/** What the button does that was pressed to submit. */
function pressedButton(event: Event): string | undefined {
  const button = event instanceof SubmitEvent ? event.submitter : null;
  if (!(button instanceof HTMLButtonElement)) return undefined;
  return button.name === "item" ? "edit" : button.value;
}

/** Why something was not done; the way to a plan where that is what it takes. */
export function ItemProblem({ message }: { message: string }) {
  return (
    <Alert type="error">
      <span>{message}</span>
      {message === UPGRADE_MESSAGE ? (
        <TextLink to="/pricing" className="ml-2 inline-block">
          See the plans
        </TextLink>
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
    <button
      type="submit"
      name="intent"
      value="feature"
      aria-pressed={item.featured}
      aria-label={`Featured: ${item.name}`}
      className={isShown ? "icon-button icon-star-filled text-accent!" : "icon-button icon-star"}
    >
      {isWaiting ? <Spinner size="small" /> : null}
    </button>
  );
}

function CreatedOn({ date }: { date: Date }) {
  return <time dateTime={date.toISOString()}>{formatDay(date)}</time>;
}

function refusal(result: FormResult | undefined): string | undefined {
  return result?.status === "error" ? result.message : undefined;
}
