/**
 * Checks the Node version. JavaScript, because an older Node cannot load a `.ts` file. On Linux x64 and arm64
 * npm installs Node as an optional dependency; elsewhere the project uses the installed one.
 */

/** The first version that runs TypeScript files: https://nodejs.org/en/blog/release/v22.18.0 */
const MIN_VERSION = { major: 22, minor: 18 };

/**
 * Returns one line saying why this Node cannot run the project, or undefined.
 *
 * @param {{ version: string, platform: string, arch: string }} machine as in `process.versions.node`,
 *   `process.platform` and `process.arch`
 * @returns {string | undefined}
 */
export function describeNodeProblem({ version, platform, arch }) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isSupported =
    major > MIN_VERSION.major || (major === MIN_VERSION.major && minor >= MIN_VERSION.minor);
  if (isSupported) return undefined;
  return hasBundledNode(platform, arch)
    ? `Node ${version} is too old, and the bundled Node is missing: run \`npm install\` without --omit=optional`
    : `Node ${version} is too old: install Node ${MIN_VERSION.major}.${MIN_VERSION.minor} or newer (the project bundles Node on Linux x64 and arm64 only)`;
}

/**
 * @param {string} platform
 * @param {string} arch
 */
function hasBundledNode(platform, arch) {
  return platform === "linux" && (arch === "x64" || arch === "arm64");
}
