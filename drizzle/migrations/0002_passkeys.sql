-- Supabase Auth sends no email about passkeys. A trigger tells the owner of every change, also of one made at the auth
-- server directly. When the account is deleted, its passkeys go without one.
CREATE FUNCTION public.mail_passkey_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  INSERT INTO public.outgoing_mails (template, email, fact_key)
  SELECT TG_ARGV[0], email, TG_ARGV[0] || ':' || coalesce(new.id, old.id)
  FROM auth.users WHERE id = coalesce(new.user_id, old.user_id) AND email <> ''
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_passkey_added AFTER INSERT ON auth.webauthn_credentials
FOR EACH ROW EXECUTE FUNCTION public.mail_passkey_change('passkey_added');
--> statement-breakpoint
CREATE TRIGGER on_passkey_removed AFTER DELETE ON auth.webauthn_credentials
FOR EACH ROW EXECUTE FUNCTION public.mail_passkey_change('passkey_removed');
--> statement-breakpoint
-- Adds the first method of each session, e.g. "password"; a second factor comes later.
DROP FUNCTION public.list_devices(uuid);
--> statement-breakpoint
CREATE FUNCTION public.list_devices(owner uuid)
RETURNS TABLE (id uuid, user_agent text, used_at timestamptz, aal text, method text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT s.id, s.user_agent, coalesce(s.refreshed_at AT TIME ZONE 'UTC', s.created_at), s.aal::text,
    (SELECT c.authentication_method FROM auth.mfa_amr_claims c WHERE c.session_id = s.id ORDER BY c.created_at LIMIT 1)
  FROM auth.sessions s
  WHERE s.user_id = owner AND (s.not_after IS NULL OR s.not_after > now())
$$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION public.list_devices(uuid) TO app_worker;
