import { data } from "react-router";
import { readUnverifiedSession } from "~/auth/session/auth.server";
import { contactLink, dashboardLink, studioLinks } from "~/content/navigation";
import { findSimilarPath } from "~/navigation/known-paths";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { TextLink } from "~/ui/button";
import { ErrorMessage } from "~/ui/error-message";
import type { Route } from "./+types/not-found";

export const handle: RouteHandle = { plain: true };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { pathname: path } = url;
  const { sessionKey } = await readUnverifiedSession(context);
  const account = sessionKey === "" ? [] : [dashboardLink];
  const links = [...account, ...studioLinks.slice(0, 2), contactLink];
  return data({ path, similar: findSimilarPath(path), links }, { status: 404 });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: "Page not found", noindex: true });

export default function NotFound({ loaderData }: Route.ComponentProps) {
  return (
    <ErrorMessage
      links={loaderData.links}
      title={
        <>
          The page <span className="block break-all text-heading">{loaderData.path}</span> could not
          be found
        </>
      }
    >
      {loaderData.similar ? (
        <p className="max-w-xl text-ink-soft text-lead">
          Perhaps you meant <TextLink to={loaderData.similar}>{loaderData.similar}</TextLink>.
        </p>
      ) : null}
    </ErrorMessage>
  );
}
