import { renderSVG } from "uqr";

/** Modules of white around the code (ISO/IEC 18004). */
const QUIET_ZONE = 4;
const MODULE_PIXELS = 3;

/** `text` as an SVG image, at the level of error correction that GoTrue draws with. Throws when it does not fit. */
export function qrCodeSvg(text: string): string {
  return renderSVG(text, { ecc: "H", border: QUIET_ZONE, pixelSize: MODULE_PIXELS });
}
