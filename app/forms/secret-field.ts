/** The names of fields that are kept nowhere and never sent back to a page. */
export const SECRET_FIELD = /password|token|code/i;
