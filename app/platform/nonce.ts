import { createContext, useContext } from "react";

/** The nonce that inline scripts of this response must carry; undefined in the browser and in dev. */
export const NonceContext = createContext<string | undefined>(undefined);

/** The nonce for an inline script. */
export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
