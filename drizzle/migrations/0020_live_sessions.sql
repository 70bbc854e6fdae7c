-- An access token outlives its session by up to an hour. Statements that write take the user's id from this
-- function, which raises instead when the session has ended, or the user is banned or deleted (70401: a class that the
-- SQL standard leaves to implementations; app/platform/database-failure.server.ts knows it).
CREATE FUNCTION public.require_live_session(user_id uuid, session_id uuid) RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM auth.sessions s JOIN auth.users u ON u.id = s.user_id
    WHERE s.id = $2 AND s.user_id = $1
      AND (s.not_after IS NULL OR s.not_after > now())
      AND (u.banned_until IS NULL OR u.banned_until <= now())
      AND u.deleted_at IS NULL
  ) THEN
    RAISE EXCEPTION 'The session has ended' USING ERRCODE = '70401';
  END IF;
  RETURN $1;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION public.require_live_session(uuid, uuid)
  FROM PUBLIC, anon, authenticated, service_role;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION public.require_live_session(uuid, uuid) TO app_worker;
