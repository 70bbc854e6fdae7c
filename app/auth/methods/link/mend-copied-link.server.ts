import { href, type MiddlewareFunction, redirect } from "react-router";

/** Punctuation of the text around a link. Our own links encode it. */
const AFTER_LINK = /(?:[)\].,]|%3E)+$/;

/** Root middleware: emailed links are copied with `&amp;` from a source, and with what follows in a text. */
export const mendCopiedLink: MiddlewareFunction<Response> = ({ request }, next) => {
  // React Router's `url` has its query encoded again, so it can't be used.
  const url = new URL(request.url);
  const search = url.search.replaceAll("&amp;", "&").replace(AFTER_LINK, "");
  if (url.pathname !== href("/auth/confirm") || search === url.search) return next();
  throw redirect(url.pathname + search);
};
