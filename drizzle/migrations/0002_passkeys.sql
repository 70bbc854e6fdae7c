-- GoTrue lets a token of any age add a passkey, and a sign-in with one counts as recent. The limit is the Worker's 15
-- minutes plus a margin. As in access-token.server.ts, a second factor is not a sign-in.
CREATE FUNCTION public.require_recent_sign_in() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM auth.sessions s JOIN auth.mfa_amr_claims c ON c.session_id = s.id
    WHERE s.user_id = new.user_id AND c.created_at > now() - interval '20 minutes'
      AND c.authentication_method NOT IN ('totp', 'mfa/phone', 'mfa/webauthn')
  ) THEN
    RAISE EXCEPTION 'Adding a passkey requires a recent sign-in' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER before_passkey_added BEFORE INSERT ON auth.webauthn_credentials
FOR EACH ROW EXECUTE FUNCTION public.require_recent_sign_in();
--> statement-breakpoint
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
