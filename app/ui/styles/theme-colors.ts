/** Generated from theme.css by tools/generate-brand-files.ts. */
export const page = { light: "#f6f5f1", dark: "#161411" };
export const surface = { light: "#fefdfb", dark: "#1f1c18" };
export const line = { light: "#d9d6cc", dark: "#38342d" };
export const ink = { light: "#14161c", dark: "#f4f0e8" };
export const inkSoft = { light: "#51545d", dark: "#b9b2a6" };
export const accent = { light: "#2b3f97", dark: "#b0bbff" };
export const onAccent = { light: "#ffffff", dark: "#10163a" };
