-- The Worker's own role. It owns nothing and bypasses nothing; the grants of 0002 say what it may do.
-- Locally the start-up gives it a password; on a hosted project an operator does (docs/operations.md).
DO $$ BEGIN
  CREATE ROLE app_worker NOLOGIN NOINHERIT;
EXCEPTION WHEN duplicate_object THEN NULL;
END $$;
