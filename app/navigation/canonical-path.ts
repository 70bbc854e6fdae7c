import { type MiddlewareFunction, redirect } from "react-router";

/**
 * Redirects `/About` and `/about/`, which match the route `/about`, and keeps the query. Root middleware; writes
 * are answered where they arrive, and unknown paths keep the path that their page names. React Router calls
 * `next()` for a middleware that does not.
 */
export const redirectToCanonicalPath: MiddlewareFunction<Response> = ({
  request,
  url,
  pattern,
}) => {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || pattern.includes("*")) return;
  const requested = splitPath(url.pathname);
  const path = splitPath(pattern).map((part, index) =>
    part.startsWith(":") ? requested[index] : part,
  );
  const address = `/${path.join("/")}`;
  if (address !== url.pathname) throw redirect(address + url.search, 308);
};

const splitPath = (path: string) => path.split("/").filter(Boolean);
