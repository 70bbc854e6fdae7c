/**
 * Which Node runs the project. Plain JavaScript, since an older Node stops at the first `.ts` file.
 * On Linux x64 and arm64 npm installs one beside the packages (`optionalDependencies`); elsewhere it is
 * the machine's own.
 */

/** The first that runs TypeScript files as they are: https://nodejs.org/en/blog/release/v22.18.0 */
const OLDEST = { major: 22, minor: 18 };

/**
 * Says in one line why this Node cannot run the project, or nothing when it can.
 *
 * @param {{ version: string, platform: string, arch: string }} machine as in `process.versions.node`,
 *   `process.platform` and `process.arch`
 * @returns {string | undefined}
 */
export function describeNodeProblem({ version, platform, arch }) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNew = major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
  if (isNew) return undefined;
  return isNodeBrought(platform, arch)
    ? `Node ${version} is too old, and the Node that the project brings is missing: run \`npm install\`, without --omit=optional`
    : `Node ${version} is too old: install Node ${OLDEST.major}.${OLDEST.minor} or newer (the project brings its own on Linux x64 and arm64 only)`;
}

/**
 * @param {string} platform
 * @param {string} arch
 */
function isNodeBrought(platform, arch) {
  return platform === "linux" && (arch === "x64" || arch === "arm64");
}
