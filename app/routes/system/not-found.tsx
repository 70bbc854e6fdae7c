import { data } from "react-router";
import { findSimilarPath } from "~/navigation/known-paths";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { TextLink } from "~/ui/button";
import { ErrorMessage } from "~/ui/error-message";
import type { Route } from "./+types/not-found";

export const handle: RouteHandle = { plain: true };

export function loader({ url }: Route.LoaderArgs) {
  const { pathname: path } = url;
  return data({ path, similar: findSimilarPath(path) }, { status: 404 });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: "Page not found", noindex: true });

export default function NotFound({ loaderData }: Route.ComponentProps) {
  return (
    <ErrorMessage
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
