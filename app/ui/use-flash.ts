import { useState } from "react";

/** A page's flash until the next one, or until the page is left: data that are read again have none. */
export function useFlash<Flash>(flash: Flash | null): Flash | null {
  const [shown, setShown] = useState(flash);
  if (flash !== null && flash !== shown) setShown(flash);
  return flash ?? shown;
}
