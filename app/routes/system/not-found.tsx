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
import { TextLink } from "~/ui/button";
import { ErrorMessage } from "~/ui/error-message";
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
  const links = known.filter(({ to }) => to !== similar);
  const label = NAMED_PAGES.find(({ to }) => to === similar)?.label ?? similar;
  return data({ path, links, similar, label }, { status: 404 });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: "Page not found", noindex: true });

export default function NotFound({ loaderData }: Route.ComponentProps) {
  const { path, links, similar, label } = loaderData;
  return (
    <ErrorMessage
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
        {similar ? (
          <p>
            <span>Did you mean</span> <TextLink to={similar}>{label}</TextLink>?
          </p>
        ) : null}
      </div>
    </ErrorMessage>
  );
}
