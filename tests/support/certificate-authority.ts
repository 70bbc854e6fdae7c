/** Certificate authorities for tests. */
import { execFileSync } from "node:child_process";
import path from "node:path";

/** Runs openssl in `folder`. Throws with its output. */
export function openssl(folder: string, ...args: string[]): void {
  execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
}

/** Creates a certificate authority and key in `folder`; returns the certificate's path. */
export function makeAuthority(folder: string, name: string): string {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"];
  const subject = ["-keyout", `${name}.key`, "-subj", "/CN=Test authority", "-days", "2"];
  openssl(folder, "req", "-x509", ...key, ...subject, "-out", `${name}.crt`);
  return path.join(folder, `${name}.crt`);
}
