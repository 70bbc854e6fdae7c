import { studio } from "~/content/studio";
import { privatePageMeta } from "~/navigation/page-meta";
import { ButtonLink } from "~/ui/button";
import type { Route } from "./+types/deleted";

export const meta: Route.MetaFunction = (args) => privatePageMeta(args, "Account deleted");

/** Public: by now there is nobody signed in. */
export default function Deleted() {
  return (
    <div className="wrap grid justify-items-start gap-6 py-20 sm:py-28">
      <h1 className="text-heading">Your account is deleted</h1>
      <div className="grid max-w-2xl gap-4 text-ink-soft text-lead">
        <p>
          Your profile, your items and the messages you sent us from your address are gone from our
          database, and no subscription is running any more.
        </p>
        <p>
          Two things we cannot take back: our payment provider keeps past invoices for as long as
          tax law demands, and messages from the contact form were passed on to our inbox when you
          sent them. Write to{" "}
          <a className="link" href={`mailto:${studio.email}`}>
            {studio.email}
          </a>{" "}
          and we delete those too. Backups are overwritten within 90 days.
        </p>
      </div>
      <ButtonLink to="/">Back to the home page</ButtonLink>
    </div>
  );
}
