import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { queryContext } from "../worker/query.ts";

export function loader({ context }: LoaderFunctionArgs) {
  return context.get(queryContext)();
}

export default function Items() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <ul>
      {rows.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
