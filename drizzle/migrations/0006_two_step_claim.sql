-- Supabase's custom access token hook (supabase/config.toml): says in every access token whether its user
-- has a verified second factor, so that the Worker can tell from an aal1 token alone whether a code is due.
-- It runs with the auth server's own rights, who may read the factors; nobody else may call it.
CREATE FUNCTION public.add_two_step_claim(event jsonb) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT jsonb_set(event, '{claims,two_step}', to_jsonb(EXISTS (
    SELECT FROM auth.mfa_factors
    WHERE user_id = (event ->> 'user_id')::uuid AND status = 'verified'
  )))
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION public.add_two_step_claim(jsonb) FROM PUBLIC, anon, authenticated, service_role;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO supabase_auth_admin;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION public.add_two_step_claim(jsonb) TO supabase_auth_admin;
