import { Outlet } from "react-router";
import { Card } from "~/ui/card";

/** The frame of everything that has to do with signing in: one column, 450 px at most. */
export default function AuthLayout() {
  return (
    <div className="mx-auto w-full max-w-auth px-4 py-16">
      <Card className="grid gap-6">
        <Outlet />
      </Card>
    </div>
  );
}
