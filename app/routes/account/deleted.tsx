import { accountDeleted } from "~/content/account-deletion";
import { studio } from "~/content/studio";
import { errorPage } from "~/content/ui";
import { privatePageMeta } from "~/navigation/page-meta";
import { ButtonLink } from "~/ui/button";
import type { Route } from "./+types/deleted";

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, accountDeleted.heading);

/** Public, since the user is signed out. */
export default function Deleted() {
  return (
    <div className="wrap grid justify-items-start gap-6 py-20 sm:py-28">
      <h1 className="text-heading">{accountDeleted.title}</h1>
      <div className="grid max-w-2xl gap-4 text-ink-soft text-lead">
        <p>{accountDeleted.deleted}</p>
        <p>
          {accountDeleted.retained}{" "}
          <a className="link" href={`mailto:${studio.email}`}>
            {studio.email}
          </a>
        </p>
        <p>{accountDeleted.backups}</p>
      </div>
      <ButtonLink to="/">{errorPage.back}</ButtonLink>
    </div>
  );
}
