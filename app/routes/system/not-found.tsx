import { data } from "react-router";
import { pageMeta } from "~/navigation/page-meta";
import { ErrorMessage } from "~/ui/error-message";
import { TextLink } from "~/ui/text-link";
import type { Route } from "./+types/not-found";

/** Every path that is no page. */
export function loader({ url }: Route.LoaderArgs) {
  return data({ path: url.pathname }, { status: 404 });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: "Page not found · Selvedge", noindex: true });

export default function NotFound({ loaderData }: Route.ComponentProps) {
  return (
    <ErrorMessage title={`The page ${loaderData.path} could not be found`}>
      <p className="max-w-xl text-ink-soft text-lead">
        It may have moved, or the address lost a letter on its way here. Our{" "}
        <TextLink to="/portfolio">portfolio</TextLink> and the{" "}
        <TextLink to="/faq">questions people ask</TextLink> are where they always were.
      </p>
    </ErrorMessage>
  );
}
