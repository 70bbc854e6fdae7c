/** Which methods a path answers, read off the modules of its route, so that a new route is right by itself. */
import { matchRoutes, type RouteObject } from "react-router";

/** As much of the server build as says what its routes answer. */
export interface RouteModules {
  readonly routes: Readonly<Record<string, RouteEntry | undefined>>;
}

interface RouteEntry {
  readonly id: string;
  readonly parentId?: string | undefined;
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
  readonly module: {
    readonly default?: unknown;
    readonly loader?: unknown;
    readonly action?: unknown;
  };
}

/** A page or resource that can be asked for its data by adding this to its path. */
const DATA_SUFFIX = /\.data$/;

/** The methods that the route at `pathname` answers, in the form of an Allow header's list. */
export function allowedMethods(build: RouteModules, pathname: string): readonly string[] {
  const path = pathname.replace(/^\/_root\.data$/, "/").replace(DATA_SUFFIX, "");
  const id = matchRoutes(toTree(build.routes), path)?.at(-1)?.route.id;
  const module = id === undefined ? undefined : build.routes[id]?.module;
  const reads = module?.default !== undefined || module?.loader !== undefined;
  const writes = module?.action !== undefined;
  return [...(reads ? ["GET", "HEAD"] : []), ...(writes ? ["POST"] : []), "OPTIONS"];
}

const writeOnlyPaths = new WeakMap<RouteModules, RegExp>();

/** True for a path that answers POST alone. Cheaper than `allowedMethods`: it is asked for every page. */
export function isWriteOnly(build: RouteModules, pathname: string): boolean {
  const paths = writeOnlyPaths.get(build) ?? findWriteOnly(build.routes);
  writeOnlyPaths.set(build, paths);
  return paths.test(pathname);
}

/** One expression for all of them, in the router's terms: any case, with or without a slash at the end. */
function findWriteOnly(routes: Routes): RegExp {
  const paths = Object.values(routes).flatMap((route) => {
    if (!route?.module.action || route.module.loader || route.module.default) return [];
    return [pathOf(routes, route.id).replaceAll(/:\w+/g, "[^/]+")];
  });
  return new RegExp(`^/(${paths.join("|")})/?$`, "i");
}

function pathOf(routes: Routes, id: string): string {
  const route = routes[id];
  if (!route) return "";
  const parent = route.parentId === undefined ? "" : pathOf(routes, route.parentId);
  return [parent, route.path ?? ""].filter((part) => part !== "").join("/");
}

type Routes = RouteModules["routes"];

function toTree(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index } = route;
    const place = path === undefined ? { id } : { id, path };
    return index ? [{ ...place, index }] : [{ ...place, children: toTree(routes, id) }];
  });
}
