import { Form, useNavigation } from "react-router";
import { AccountField } from "~/auth/account-field";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";

export const loadSchema = async () => (await import("./schema")).itemNameSchema;

/** What the form edits: an existing item, or a new one, whose id is made before it is sent. */
export interface ItemDraft {
  readonly intent: "create" | "rename";
  readonly id: string;
  readonly name: string;
}

export const TITLES = { create: "Add an item", rename: "Edit item" } as const;

/** The form as a part of the page, for browsers that run no scripts and for links to it. */
export function ItemCard({ draft, result }: { draft: ItemDraft; result: FormResult | undefined }) {
  const pending = useNavigation().state !== "idle";
  const form = useForm({ loadSchema, result, pending });
  return (
    <Card>
      <h2 className="mb-5 text-subheading">{TITLES[draft.intent]}</h2>
      <Form method="post" className="grid gap-5" {...form.props}>
        <ItemFields draft={draft} form={form} pending={pending} />
        <div className="flex flex-wrap gap-3">
          <Button pending={pending}>Save</Button>
          <ButtonLink to="/dashboard" variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Card>
  );
}

/** What both forms consist of, without their buttons. */
export function ItemFields({
  draft,
  form,
  pending,
}: {
  draft: ItemDraft;
  form: ReturnType<typeof useForm>;
  pending: boolean;
}) {
  const field = form.field("name");
  return (
    <>
      {form.result?.status === "error" && form.result.message && !pending ? (
        <Alert type="error">{form.result.message}</Alert>
      ) : null}
      <AccountField />
      <input type="hidden" name="intent" value={draft.intent} />
      <input type="hidden" name="id" value={form.field("id").defaultValue ?? draft.id} />
      <Field
        label="Name"
        autoComplete="off"
        {...field}
        defaultValue={field.defaultValue ?? draft.name}
      />
    </>
  );
}
