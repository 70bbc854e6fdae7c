-- Where an account is signed in, from the auth server's own table, which the Worker's role may not read. These
-- functions see and end the sessions of one user (`owner`), and only for a session of that user that has
-- not been ended itself (`asking`): an access token outlives its session by up to an hour.
-- They run with the rights of the migrations' role. GoTrue writes `refreshed_at` in UTC without saying so.
CREATE FUNCTION public.list_devices(owner uuid, asking uuid)
RETURNS TABLE (id uuid, user_agent text, used_at timestamptz, aal text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT s.id, s.user_agent, coalesce(s.refreshed_at AT TIME ZONE 'UTC', s.created_at), s.aal::text
  FROM auth.sessions s
  WHERE s.user_id = owner AND (s.not_after IS NULL OR s.not_after > now())
    AND EXISTS (SELECT FROM auth.sessions a WHERE a.id = asking AND a.user_id = owner)
  ORDER BY 3 DESC, s.id
$$;
--> statement-breakpoint
-- Ends one session; its refresh tokens go with it.
CREATE FUNCTION public.sign_out_device(owner uuid, asking uuid, device uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  DELETE FROM auth.sessions s
  WHERE s.user_id = owner AND s.id = device AND s.id <> asking
    AND EXISTS (SELECT FROM auth.sessions a WHERE a.id = asking AND a.user_id = owner)
$$;
--> statement-breakpoint
-- Ends all sessions but the one that asks, and answers how many.
CREATE FUNCTION public.sign_out_other_devices(owner uuid, asking uuid) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  WITH ended AS (
    DELETE FROM auth.sessions s
    WHERE s.user_id = owner AND s.id <> asking
      AND EXISTS (SELECT FROM auth.sessions a WHERE a.id = asking AND a.user_id = owner)
    RETURNING 1
  )
  SELECT count(*)::integer FROM ended
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION public.list_devices(uuid, uuid), public.sign_out_device(uuid, uuid, uuid),
  public.sign_out_other_devices(uuid, uuid) FROM PUBLIC, anon, authenticated, service_role;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION public.list_devices(uuid, uuid), public.sign_out_device(uuid, uuid, uuid),
  public.sign_out_other_devices(uuid, uuid) TO app_worker;
