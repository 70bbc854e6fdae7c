import { PUBLIC_PATHS } from "../../app/content/marketing/public-paths.ts";

export { PUBLIC_PATHS };

/** The public pages and the 404. */
export const VISITOR_PATHS = [...PUBLIC_PATHS, "/no/such/page"] as const;
