/** True while the process group led by `pid` has a member. */
export function isAlive(pid: number): boolean {
  return signalGroup(pid, 0);
}

/** Signals every process of the group led by `pid`; false when there is none. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}
