import type { ReactNode } from "react";
import { Card } from "~/ui/card";

/** The frame that all auth pages share: one column, 450 px at most. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-auth px-4 py-16">
      <Card className="grid gap-6">
        <h1 className="font-bold text-2xl">{title}</h1>
        {children}
      </Card>
    </div>
  );
}
