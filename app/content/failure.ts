/** What every page can end in. Apart from other words, because all pages with React carry it. */
export const failure = {
  heading: "Something went wrong",
  title: "Something went wrong on our side. Please try again in a moment.",
  wrongMethod: "This page does not take that kind of request",
  back: "Back to the home page",
} as const;
