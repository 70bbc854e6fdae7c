import { data } from "react-router";
import { notFound } from "~/content/ui";
import { pageMeta } from "~/navigation/page-meta";
import { ErrorMessage } from "~/ui/error-message";
import type { Route } from "./+types/not-found";

export function loader({ url }: Route.LoaderArgs) {
  return data({ path: url.pathname }, { status: 404 });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: notFound.heading, noindex: true });

export default function NotFound({ loaderData }: Route.ComponentProps) {
  return (
    <ErrorMessage
      title={
        <>
          {notFound.title.before}{" "}
          <span className="block break-all text-heading">{loaderData.path}</span>{" "}
          {notFound.title.after}
        </>
      }
    >
      <p className="max-w-xl text-ink-soft text-lead">{notFound.text}</p>
    </ErrorMessage>
  );
}
