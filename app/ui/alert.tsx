import type { ReactNode } from "react";

const KINDS = {
  error: { look: "border-danger bg-danger-soft text-danger", sign: "M10 5.500v5.500M10 14v.5" },
  success: { look: "border-success bg-success-soft text-success", sign: "m6 10.5 3 3 5-6" },
} as const;

/** A message about what just happened: `error` is a danger alert, anything else a success. */
export function Alert({ type, children }: { type: string; children: ReactNode }) {
  const isError = type === "error";
  const { look, sign } = isError ? KINDS.error : KINDS.success;
  return (
    <div
      role={isError ? "alert" : "status"}
      className={`flex gap-3 rounded-control border px-4 py-3 font-medium ${look}`}
    >
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        className="mt-0.5 size-5 flex-none"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
      >
        <circle cx="10" cy="10" r="8.5" />
        <path d={sign} />
      </svg>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
