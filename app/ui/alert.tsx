import type { ReactNode } from "react";

const KINDS = {
  error: "border-danger bg-danger-soft text-danger",
  success: "border-accent bg-accent-soft text-accent-strong",
} as const;

/** A message about what just happened: `error` is a danger alert, anything else a success. */
export function Alert({ type, children }: { type: string; children: ReactNode }) {
  const isError = type === "error";
  return (
    <div
      role={isError ? "alert" : "status"}
      className={`rounded-control border px-4 py-3 ${isError ? KINDS.error : KINDS.success}`}
    >
      {children}
    </div>
  );
}
