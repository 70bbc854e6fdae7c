import { expect, test } from "vitest";
import { listRouteExamples, readModule } from "../../tests/support/routes/route-table.ts";
import { findDeadCode } from "./plain-pages.ts";

const PLAIN = "export const handle: RouteHandle = { plain: true };\n";
const COUNTER = `export default function Page({ loaderData }: Route.ComponentProps) {
  const [count, setCount] = useState<number>(0);
  const { pathname } = useLocation();
  return <button onClick={() => setCount(count + 1)}>Clicked {count}</button>;
}`;

test("state and handlers are dead on a plain page, and on no other", () => {
  expect(findDeadCode(PLAIN + COUNTER)).toEqual(["useState", "onClick"]);
  expect(findDeadCode(COUNTER)).toEqual([]);
});

test("nothing on a plain page is dead", () => {
  const routes = listRouteExamples();
  const dead = routes.map((route) => [route.file, ...findDeadCode(readModule(route))]);
  expect(dead.filter(([, ...found]) => found.length > 0)).toEqual([]);
});
