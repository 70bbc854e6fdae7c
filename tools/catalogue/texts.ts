/** What people really write. */
export const LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen".repeat(2);
export const RIGHT_TO_LEFT = "مريم بنت عبد الله";
