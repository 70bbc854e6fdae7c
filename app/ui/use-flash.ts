import { useState } from "react";

/** A page's flash until the next one, or until the page is left: revalidated data has none. */
export function useFlash<Flash>(flash: Flash | null): Flash | null {
  const [shown, setShown] = useState(flash);
  if (flash !== null && flash !== shown) setShown(flash);
  return flash ?? shown;
}
