import { useEffect, useState } from "react";
import { Link, useFetcher } from "react-router";
import { useTellOtherTabs } from "~/auth/tell-other-tabs";
import type { FormResult } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { Spinner } from "~/ui/spinner";
import { EditItem } from "./edit-item.tsx";
import { Icon } from "./icons.tsx";
import { type Item, UPGRADE_MESSAGE } from "./item.ts";

const ICON_BUTTON =
  "grid size-11 flex-none place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink";

export interface ItemRowProps {
  readonly item: Item;
  /** Whether the plan covers featured items; the server decides, this only says what to expect. */
  readonly canFeature: boolean;
  /** Called when the server has deleted the item, with what brings it back. */
  readonly onDeleted: (deleted: FormResult) => void;
}

/** One item with its controls. What was asked for shows at once, and goes back if the server refuses. */
export function ItemRow({ item, canFeature, onDeleted }: ItemRowProps) {
  const deletion = useFetcher<FormResult>();
  const isDeleted = deletion.data?.status === "success";
  useEffect(() => {
    if (deletion.data?.status === "success") onDeleted(deletion.data);
  }, [deletion.data, onDeleted]);
  useTellOtherTabs(deletion.data);

  const feature = useFetcher<FormResult>();
  useTellOtherTabs(feature.data);
  const [isEditing, setIsEditing] = useState(false);
  const [editProblem, setEditProblem] = useState<string>();
  const closeEditor = (problem?: string) => {
    setIsEditing(false);
    setEditProblem(problem);
  };

  if (isDeleted || deletion.state !== "idle") return null;
  const problem =
    refusal(deletion.data) ??
    (feature.state === "idle" ? refusal(feature.data) : undefined) ??
    editProblem;
  return (
    <li className="grid gap-3 border-line border-b py-3">
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
          <deletion.Form method="post">
            <input type="hidden" name="intent" value="delete" />
            <input type="hidden" name="id" value={item.id} />
            <button type="submit" className={ICON_BUTTON} aria-label={`Delete ${item.name}`}>
              <Icon name="bin" />
            </button>
          </deletion.Form>
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
  const asked = fetcher.formData?.get("featured");
  const isFeatured = asked && canFeature ? asked === "true" : item.featured;
  const isWaiting = fetcher.state !== "idle" && !canFeature;
  return (
    <fetcher.Form
      method="post"
      onSubmit={(event) => {
        if (fetcher.state === "submitting") event.preventDefault();
      }}
    >
      <input type="hidden" name="intent" value="feature" />
      <input type="hidden" name="id" value={item.id} />
      <input type="hidden" name="featured" value={String(!isFeatured)} />
      <button
        type="submit"
        aria-pressed={isFeatured}
        aria-label={`Featured: ${item.name}`}
        className={`${ICON_BUTTON} ${isFeatured ? "text-accent!" : ""}`}
      >
        {isWaiting ? <Spinner size="small" /> : <Icon name="star" isFilled={isFeatured} />}
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
