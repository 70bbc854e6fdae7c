/** The heading of a page within the frame for signing in. */
export function AuthTitle({ children }: { children: string }) {
  return <h1 className="font-bold text-2xl">{children}</h1>;
}
