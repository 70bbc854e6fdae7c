/**
 * Shared by the local services: a loopback HTTP server, free ports, an HTML page layout, and a JSON state
 * file.
 */

export { findFreePort } from "./free-port.ts";
export { closeConnection, type HttpServer, listen, type Service } from "./http-server.ts";
export { type Markup, renderPage } from "./page.ts";
export { createStateFile, IN_MEMORY_STATE, readStateFile, type StateFile } from "./state-file.ts";
