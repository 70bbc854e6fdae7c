-- Before the link in an email confirms its address: voids a password that was not chosen in the browser of `proof`,
-- because a stranger may have signed up with the address. Returns whether the owner has to choose one: also after an
-- earlier press that confirmed nothing. Null, and without effect, for a link that is unknown, used or expired.
CREATE OR REPLACE FUNCTION public.void_unproven_password(token_hash text, proof text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  WITH owner AS (
    SELECT id FROM public.find_link_owner($1)
  ), voided AS (
    UPDATE auth.users u SET encrypted_password = NULL
    FROM owner o
    WHERE u.id = o.id AND u.email_confirmed_at IS NULL
      AND (u.raw_user_meta_data ->> 'sign_up' = $2) IS NOT TRUE
    RETURNING u.id
  )
  SELECT EXISTS (SELECT FROM voided) OR EXISTS (
    SELECT FROM auth.identities i WHERE i.user_id = o.id AND i.provider = 'email' AND NOT public.has_password(o.id)
  )
  FROM owner o
$$;
