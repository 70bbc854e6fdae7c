/**
 * Supabase Auth's query parameter with the id of a PKCE flow, which it adds to every address it redirects to.
 */
export const FLOW_ID = "sb_flow_id";
