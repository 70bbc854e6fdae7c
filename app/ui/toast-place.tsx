import type { ReactNode } from "react";

/**
 * The place at the bottom of the window where toasts stand. It is there before them, as screen readers
 * announce only what comes into a region that they know.
 */
export function ToastPlace({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="toast-place">
      {children}
    </div>
  );
}
