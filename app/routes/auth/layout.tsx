import { Outlet } from "react-router";
import { Card } from "~/ui/card";

/** The layout of the auth pages: one column, at most 450 px wide. */
export default function AuthLayout() {
  return (
    <div className="mx-auto w-full max-w-auth px-4 py-16">
      <Card className="grid gap-6">
        <Outlet />
      </Card>
    </div>
  );
}
