-- A change of address that waits for its links, from the auth server's own table, which the Worker's role may
-- not read. A token is emptied once its link was followed.
CREATE FUNCTION public.pending_email_change(owner uuid)
RETURNS TABLE (new_email text, sent_at timestamptz, is_old_done boolean, is_new_done boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT u.email_change::text, u.email_change_sent_at,
    coalesce(u.email_change_token_current, '') = '', coalesce(u.email_change_token_new, '') = ''
  FROM auth.users u
  WHERE u.id = owner AND coalesce(u.email_change, '') <> ''
$$;
--> statement-breakpoint
-- Takes such a change back, as the auth server's API cannot: both links are void. When the mails were sent
-- stays, so that this is no way around the pause between two mails.
CREATE FUNCTION public.withdraw_email_change(owner uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  -- Where the auth server looks a link up; older ones do so in auth.users itself.
  IF to_regclass('auth.one_time_tokens') IS NOT NULL THEN
    EXECUTE 'DELETE FROM auth.one_time_tokens WHERE user_id = $1 AND token_type::text IN ($2, $3)'
      USING owner, 'email_change_token_current', 'email_change_token_new';
  END IF;
  UPDATE auth.users
  SET email_change = '', email_change_token_current = '', email_change_token_new = '',
    email_change_confirm_status = 0
  WHERE id = owner;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION public.pending_email_change(uuid), public.withdraw_email_change(uuid)
  FROM PUBLIC, anon, authenticated, service_role;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION public.pending_email_change(uuid), public.withdraw_email_change(uuid)
  TO app_worker;
