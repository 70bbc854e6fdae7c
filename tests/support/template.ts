/**
 * Whether this is the template's own repository, whose CI sets the variable TEMPLATE to "on". There, what
 * explains the code has to match it; a product may have taken the code out.
 */
export const isTemplate = process.env.TEMPLATE === "on";
