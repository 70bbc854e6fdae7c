/** What every local service is made of: a server on loopback, the look of its pages, a file for its state. */

export { closeConnection, type HttpServer, listen } from "./http-server.ts";
export { type Markup, page } from "./page.ts";
export type { Service } from "./service.ts";
export { NO_STATE_FILE, readState, type StateFile, writeState } from "./state-file.ts";
