/**
 * Checks the Node version and the packages. JavaScript, because an older Node cannot load a `.ts` file. On
 * Linux x64 and arm64 npm installs Node as an optional dependency; elsewhere the project uses the installed
 * one.
 */

/** The first version that runs TypeScript files: https://nodejs.org/en/blog/release/v22.18.0 */
const MIN_VERSION = { major: 22, minor: 18 };

/**
 * Returns one line saying why this project cannot run, and the command that helps, or undefined.
 *
 * @param {{
 *   version: string, platform: string, arch: string, nodeEnv: string | undefined,
 *   isInstalled: (name: string) => boolean,
 * }} machine as in `process.versions.node`, `process.platform`, `process.arch` and NODE_ENV; `isInstalled`
 * looks into
 *   node_modules
 * @returns {string | undefined}
 */
export function describeInstallProblem({ version, platform, arch, nodeEnv, isInstalled }) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isSupported =
    major > MIN_VERSION.major || (major === MIN_VERSION.major && minor >= MIN_VERSION.minor);
  if (!isSupported)
    return `Node ${version} is too old: ${describeRemedy(platform, arch, isInstalled)}`;
  if (isInstalled("vite")) return undefined;
  if (!isInstalled("react")) return "The packages are not installed: run `npm ci`";
  const cause = nodeEnv === "production" ? " by NODE_ENV=production in this shell" : "";
  return `The development packages were left out${cause}: run \`npm ci --include=dev\``;
}

/**
 * @param {string} platform
 * @param {string} arch
 * @param {(name: string) => boolean} isInstalled
 */
function describeRemedy(platform, arch, isInstalled) {
  const bundles = platform === "linux" && (arch === "x64" || arch === "arm64");
  if (!bundles) {
    return `install Node ${MIN_VERSION.major}.${MIN_VERSION.minor} or newer (the project bundles Node on Linux x64 and arm64 only)`;
  }
  return isInstalled(`node-linux-${arch}`)
    ? "npm has not linked the bundled one, as npm 11 does: run `npx npm@11 ci`"
    : "the bundled one is missing: run `npm ci --include=optional`";
}
