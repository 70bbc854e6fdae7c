import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, readlinkSync } from "node:fs";

/** LISTEN, in /proc/net/tcp. Source: Linux, include/net/tcp_states.h. */
const LISTEN = "0A";

/**
 * The program that listens on `port`, as "process 4711 (node server.js)"; undefined for one of another user.
 */
export function findListener(port: number): string | undefined {
  const pid = existsSync("/proc/net/tcp") ? findPid(port) : findPidByLsof(port);
  return pid && `process ${pid} (${readCommand(pid).trim().slice(0, 60)})`;
}

function findPid(port: number): string | undefined {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const sockets = ["/proc/net/tcp", "/proc/net/tcp6"]
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, "utf8").trim().split("\n"))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = "", , state]) => local.endsWith(suffix) && state === LISTEN)
    .map((fields) => `socket:[${fields[9]}]`);
  const file = globSync("/proc/[0-9]*/fd/*").find((each) => sockets.includes(readLink(each)));
  return file?.split("/")[2];
}

/** The target of a link of /proc; "" for one of a process that has ended, or of another user. */
function readLink(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return "";
  }
}

function findPidByLsof(port: number): string | undefined {
  const [, pid] =
    /^p(\d+)$/m.exec(run("lsof", "-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-Fp")) ?? [];
  return pid;
}

function readCommand(pid: string): string {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file)
    ? readFileSync(file, "utf8").replaceAll("\0", " ")
    : run("ps", "-o", "args=", "-p", pid);
}

/** The output of a program; "" when it is missing or fails. */
function run(program: string, ...args: readonly string[]): string {
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "";
  }
}
