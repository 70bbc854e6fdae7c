CREATE EXTENSION IF NOT EXISTS pgcrypto WITH SCHEMA extensions;
--> statement-breakpoint
-- The stored hash of a recovery code, whose SHA-256 is `digest`: bcrypt with a salt of bcrypt's, which takes about a tenth
-- of a second; with an older salt the digest itself.
CREATE FUNCTION public.hash_recovery_code(digest text, salt text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT CASE WHEN $2 LIKE '$2a$%' THEN extensions.crypt($1, $2) ELSE $1 END
$$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION public.hash_recovery_code(text, text) TO app_worker;
