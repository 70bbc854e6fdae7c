import { data } from "react-router";
import { readUnverifiedSession } from "~/auth/session/auth.server";
import {
  accountMenu,
  contactLink,
  dashboardLink,
  footerColumns,
  signInLink,
  studioLinks,
} from "~/content/navigation";
import { findSimilarPath } from "~/navigation/known-paths";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { ErrorMessage, HOME } from "~/ui/error-message";
import type { Route } from "./+types/not-found";

export const handle: RouteHandle = { plain: true };

/** Pages by the names that the menus give them. */
const NAMED_PAGES = [...footerColumns.flatMap(({ links }) => links), signInLink, ...accountMenu];

export async function loader({ url, context }: Route.LoaderArgs) {
  const { pathname: path } = url;
  const { sessionKey } = await readUnverifiedSession(context);
  const account = sessionKey === "" ? [] : [dashboardLink];
  const similar = findSimilarPath(path);
  const known = [...account, ...studioLinks.slice(0, 2), contactLink];
  const label = NAMED_PAGES.find(({ to }) => to === similar)?.label ?? similar;
  const suggestion = similar ? [{ to: similar, label: `Go to ${label}` }] : [];
  const others = known.filter(({ to }) => to !== similar);
  const [next = HOME, ...links] = [...suggestion, HOME, ...others];
  return data({ path, next, links, similar, label }, { status: 404 });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: "Page not found", noindex: true });

export default function NotFound({ loaderData }: Route.ComponentProps) {
  const { path, next, links, similar, label } = loaderData;
  return (
    <ErrorMessage
      next={next}
      links={links}
      title={
        <>
          The page <span className="inline-block max-w-full break-all text-heading">{path}</span>{" "}
          could not be found
        </>
      }
    >
      <div className="grid gap-1 text-ink-soft text-lead">
        <p>The link may be old, or the address mistyped.</p>
        {similar ? <p>{`Did you mean ${label}?`}</p> : null}
      </div>
    </ErrorMessage>
  );
}
