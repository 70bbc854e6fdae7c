import { href } from "react-router";
import { ReauthenticationResult } from "~/auth/reauthentication/reauthentication-result";
import { useReauthenticationFetcher } from "~/auth/reauthentication/use-reauthentication-fetcher";
import { AccountForm } from "~/auth/session/account-form";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/field";
import { deletionSchema } from "./schema";

interface DeleteFormProps {
  /** Text to type to confirm. */
  readonly phrase: string;
  readonly providers: readonly string[];
  readonly result: FormResult | undefined;
}

/** Deletes the account after a typed confirmation and a recent sign-in. */
export function DeleteForm({ phrase, providers, result }: DeleteFormProps) {
  const { fetcher, pending, result: shown, dialog } = useReauthenticationFetcher(providers, result);
  const form = useForm({ schema: deletionSchema(phrase), result: shown, pending });
  return (
    <>
      <AccountForm as={fetcher.Form} className="grid gap-5" {...form.props}>
        <ReauthenticationResult result={form.result} next={href("/account/delete")} />
        <p>
          You may want to{" "}
          <a href={href("/account/export")} className="link">
            download your data
          </a>{" "}
          first.
        </p>
        <Field
          label={`To confirm, type ${phrase}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.field("confirmation")}
        />
        <div className="grid gap-3 sm:flex sm:flex-wrap sm:items-center">
          <Button variant="danger" pending={pending}>
            Delete my account
          </Button>
          <ButtonLink to={href("/settings/general")} variant="secondary">
            Keep my account
          </ButtonLink>
        </div>
      </AccountForm>
      {dialog}
    </>
  );
}
