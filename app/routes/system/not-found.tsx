import { data } from "react-router";
import { readUnverifiedSession } from "~/auth/session/auth.server";
import { contactLink, dashboardLink, studioLinks } from "~/content/navigation";
import { findSimilarPath } from "~/navigation/known-paths";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { ErrorMessage, HOME } from "~/ui/error-message";
import type { Route } from "./+types/not-found";

export const handle: RouteHandle = { plain: true };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { pathname: path } = url;
  const { sessionKey } = await readUnverifiedSession(context);
  const account = sessionKey === "" ? [] : [dashboardLink];
  const similar = findSimilarPath(path);
  const known = [HOME, ...account, ...studioLinks.slice(0, 2), contactLink];
  const others = known.filter(({ to }) => to !== similar);
  const ways = similar ? [{ to: similar, label: `Go to ${similar}` }, ...others] : others;
  return data({ path, ways }, { status: 404 });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: "Page not found", noindex: true });

export default function NotFound({ loaderData }: Route.ComponentProps) {
  const [next, ...links] = loaderData.ways;
  return (
    <ErrorMessage
      next={next}
      links={links}
      title={
        <>
          The page{" "}
          <span className="inline-block max-w-full break-all text-heading">{loaderData.path}</span>{" "}
          could not be found
        </>
      }
    />
  );
}
