-- A statement of the Worker that hangs gives its connection back before the visitor's patience ends, and long
-- before Hyperdrive's own limit of a minute. A role's settings hold for every connection it
-- opens to this database.
DO $$ BEGIN
  EXECUTE format('ALTER ROLE app_worker IN DATABASE %I SET statement_timeout = %L', current_database(), '10s');
  EXECUTE format('ALTER ROLE app_worker IN DATABASE %I SET lock_timeout = %L', current_database(), '5s');
  EXECUTE format(
    'ALTER ROLE app_worker IN DATABASE %I SET idle_in_transaction_session_timeout = %L',
    current_database(), '10s'
  );
END $$;
--> statement-breakpoint
-- Supabase grants everything on new tables to the roles of its public REST. A table of ours starts closed:
-- the migration that makes it says who may do what.
ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON TABLES FROM anon, authenticated;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON SEQUENCES FROM anon, authenticated;
--> statement-breakpoint
-- A grant to everybody is the one that Postgres gives functions by itself, in every schema.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON FUNCTIONS FROM anon, authenticated;
--> statement-breakpoint
-- Row-level security cannot be a default; so whoever makes a table in public finds it switched on.
-- Source: Supabase, Event triggers: its role postgres may make them.
CREATE FUNCTION public.enable_row_level_security() RETURNS event_trigger
LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE made record;
BEGIN
  FOR made IN
    SELECT object_identity FROM pg_event_trigger_ddl_commands()
    WHERE object_type IN ('table', 'partitioned table') AND schema_name = 'public'
  LOOP
    EXECUTE 'ALTER TABLE ' || made.object_identity || ' ENABLE ROW LEVEL SECURITY';
  END LOOP;
END $$;
--> statement-breakpoint
-- A Postgres that does not let this role make event triggers goes without: the tables of the product have
-- row-level security by their own migrations, and a test holds that.
DO $$ BEGIN
  CREATE EVENT TRIGGER row_level_security_on_new_tables ON ddl_command_end
  WHEN TAG IN ('CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO')
  EXECUTE FUNCTION public.enable_row_level_security();
EXCEPTION WHEN insufficient_privilege THEN
  RAISE WARNING 'No event trigger for row-level security: %', SQLERRM;
END $$;
--> statement-breakpoint
-- How long a contact message is kept: 90 days after it arrived in the spreadsheet, 30 days when it looks like
-- spam, a year when it was given up. A new one takes a hundred old ones along, with the owner's rights.
CREATE FUNCTION public.delete_old_contact_messages() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  DELETE FROM public.contact_messages WHERE id IN (
    SELECT id FROM public.contact_messages
    WHERE forwarded_at < now() - interval '90 days'
      OR (forwarded_at IS NULL AND suspected_spam AND created_at < now() - interval '30 days')
      OR (forwarded_at IS NULL AND dead_at < now() - interval '1 year')
    LIMIT 100 FOR UPDATE SKIP LOCKED
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_contact_message_stored AFTER INSERT ON public.contact_messages
FOR EACH STATEMENT EXECUTE FUNCTION public.delete_old_contact_messages();
