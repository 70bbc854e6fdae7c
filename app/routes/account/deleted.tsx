import { redirect } from "react-router";
import { getAuth } from "~/auth/session/auth.server";
import { INVOICES_REMAIN, REMAINS_AFTER_DELETION } from "~/content/account";
import { studio } from "~/content/studio";
import { unlistedPageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { getPlatform } from "~/platform/context.server";
import { ButtonLink } from "~/ui/button";
import type { Route } from "./+types/deleted";

export const handle: RouteHandle = { plain: true };

/** Shown only after a deletion, until someone signs in; for two minutes, so that it can be reloaded. */
export async function loader({ context }: Route.LoaderArgs) {
  const { deletedFlash } = await import("~/account/delete/delete-account.server");
  const isDeleted = deletedFlash.read(getPlatform(context));
  const { kind } = await getAuth(context, { for: "guest-page" });
  if (!isDeleted || kind !== "guest") throw redirect("/");
  return null;
}

export const meta: Route.MetaFunction = (args) => unlistedPageMeta(args, "Account deleted");

/** Public, since the user is signed out. */
export default function Deleted() {
  return (
    <div className="wrap grid justify-items-start gap-6 py-20 sm:py-28">
      <h1 className="text-heading">Your account is deleted</h1>
      <div className="grid max-w-2xl gap-4 text-ink-soft text-lead">
        <p>
          Your profile, your items, and the messages you sent us from your address were deleted from
          our database, and no subscription is active. These stay:
        </p>
        <ul className="grid list-disc gap-2 pl-5">
          {[INVOICES_REMAIN, ...REMAINS_AFTER_DELETION].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p>
          <span>To have copies of your messages deleted, write to</span>{" "}
          <a className="link" href={`mailto:${studio.email}`}>
            {studio.email}
          </a>
        </p>
      </div>
      <ButtonLink to="/">Home page</ButtonLink>
    </div>
  );
}
