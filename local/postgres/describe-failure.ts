/** One line, for a person at a terminal, from what Postgres or initdb wrote before it gave up. */
export function describeFailure(log: string, dataDir: string): string {
  const made = /initialized by PostgreSQL version (\d+).*compatible with this version (\d+)/.exec(
    log,
  );
  if (made) {
    return `${dataDir} was made by Postgres ${made[1]}, and this is Postgres ${made[2]}: delete that folder to start anew`;
  }
  if (log.includes("No space left on device")) return `the disk that holds ${dataDir} is full`;
  const lines = log.split("\n").filter((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line));
  const last = lines.at(-1) ?? log.trim().split("\n").at(-1) ?? "";
  return last.replace(/^.*?\b(FATAL|PANIC|ERROR|error):\s*/, "") || "it left no message";
}
