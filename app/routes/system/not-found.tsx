import { data } from "react-router";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { ErrorMessage } from "~/ui/error-message";
import type { Route } from "./+types/not-found";

export const handle: RouteHandle = { plain: true };

export function loader({ url }: Route.LoaderArgs) {
  return data({ path: url.pathname }, { status: 404 });
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
      <p className="max-w-xl text-ink-soft text-lead">
        It may have moved, or there may be a typo in the address.
      </p>
    </ErrorMessage>
  );
}
