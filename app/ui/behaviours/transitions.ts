/**
 * One page fades into the next (theme.css). Where that is cut short, because the tab is hidden or another tab's
 * sign-out loads the page anew in the middle of it, the browser reports an error that is none.
 */
export function listenForTransitions(): void {
  addEventListener("pageswap", ({ viewTransition }) => expectCut(viewTransition));
  addEventListener("pagereveal", ({ viewTransition }) => expectCut(viewTransition));
}

function expectCut(transition: ViewTransition | null): void {
  transition?.ready.catch(() => {});
}
