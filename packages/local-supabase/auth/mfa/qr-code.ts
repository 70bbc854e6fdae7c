import { renderSVG } from "uqr";

/** White modules around the code (ISO/IEC 18004). */
const QUIET_ZONE = 4;
const MODULE_PIXELS = 3;

/** `text` as an SVG QR code, with GoTrue's error correction level. Throws when it does not fit. */
export function qrCodeSvg(text: string): string {
  return renderSVG(text, { ecc: "H", border: QUIET_ZONE, pixelSize: MODULE_PIXELS });
}
