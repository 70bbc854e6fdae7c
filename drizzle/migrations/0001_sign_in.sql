-- The account behind a link in an email, for a page that names it before anyone signs in. Only for a link
-- that still works, in the mailbox it was sent to: columns of auth.users keep tokens that are used up. GoTrue
-- writes `created_at` in UTC without a time zone; an hour is `otp_expiry` in supabase/config.toml.
CREATE FUNCTION public.find_link_owner(token_hash text)
RETURNS TABLE (id uuid, email text, new_email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT u.id, u.email::text, CASE WHEN t.token_type::text LIKE 'email_change%' THEN u.email_change::text END
  FROM auth.one_time_tokens t JOIN auth.users u ON u.id = t.user_id
  WHERE t.token_hash IN ($1, 'pkce_' || $1)
    AND t.created_at > now() AT TIME ZONE 'UTC' - interval '1 hour'
    AND t.relates_to = lower(CASE t.token_type WHEN 'email_change_token_new' THEN u.email_change ELSE u.email END)
$$;
--> statement-breakpoint
-- GoTrue lists a password as a sign-in method only for accounts that began with one.
CREATE FUNCTION public.has_password(owner uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT coalesce(encrypted_password, '') <> '' FROM auth.users WHERE id = owner
$$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION public.find_link_owner(text), public.has_password(uuid) TO app_worker;
--> statement-breakpoint
-- What Supabase Auth keeps of each sign-in, for the owner's export.
CREATE FUNCTION public.list_sign_ins(owner uuid)
RETURNS TABLE ("signedInAt" timestamptz, "ipAddress" text, browser text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT s.created_at, host(s.ip), s.user_agent FROM auth.sessions s WHERE s.user_id = owner ORDER BY s.created_at
$$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION public.list_sign_ins(uuid) TO app_worker;
