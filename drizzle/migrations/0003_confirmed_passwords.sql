-- Voids the password of an account whose address the link in an email is about to confirm, unless its sign-up
-- came from the browser with this `proof`: a stranger may have signed up with the address. GoTrue keeps the
-- first password. Returns whether the owner has to choose one.
CREATE FUNCTION public.void_unproven_password(token_hash text, proof text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  WITH voided AS (
    UPDATE auth.users u SET encrypted_password = NULL
    FROM auth.one_time_tokens t
    WHERE t.token_hash IN ($1, 'pkce_' || $1) AND u.id = t.user_id
      AND u.email_confirmed_at IS NULL
      AND (u.raw_user_meta_data ->> 'sign_up' = $2) IS NOT TRUE
    RETURNING u.id
  )
  SELECT EXISTS (SELECT FROM voided)
$$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION public.void_unproven_password(text, text) TO app_worker;
