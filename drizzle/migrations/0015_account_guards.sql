CREATE TABLE "code_tries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"tried_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "code_tries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "code_tries" ADD CONSTRAINT "code_tries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "code_tries_recent" ON "code_tries" USING btree ("user_id","tried_at");--> statement-breakpoint
CREATE POLICY "code_tries_worker" ON "code_tries" AS PERMISSIVE FOR ALL TO "app_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
REVOKE ALL ON code_tries FROM anon, authenticated;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON code_tries TO app_worker;
--> statement-breakpoint
-- The Worker writes a person's name and when it did; everything else in `users` follows auth.users.
REVOKE UPDATE ON users FROM app_worker;
--> statement-breakpoint
GRANT UPDATE (name, updated_at) ON users TO app_worker;
--> statement-breakpoint
-- Postgres lets everybody call a new function. Triggers run without that right.
REVOKE EXECUTE ON FUNCTION public.create_user_row() FROM PUBLIC, anon, authenticated;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION public.copy_user_email() FROM PUBLIC, anon, authenticated;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION public.delete_messages_of_user() FROM PUBLIC, anon, authenticated;
--> statement-breakpoint
-- The auth server keeps id and address of a deleted person in its audit log, and the id in flows that were
-- never finished. Nothing leads there from auth.users, so they are removed once the person is gone; of
-- somebody who is still there nothing is.
CREATE FUNCTION public.forget_auth_traces(deleted_user uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF EXISTS (SELECT FROM auth.users WHERE id = deleted_user) THEN
    RAISE EXCEPTION 'User % still exists', deleted_user;
  END IF;
  DELETE FROM auth.audit_log_entries
  WHERE payload ->> 'actor_id' = deleted_user::text
    OR payload -> 'traits' ->> 'user_id' = deleted_user::text;
  DELETE FROM auth.flow_state WHERE user_id = deleted_user;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION public.forget_auth_traces(uuid) FROM PUBLIC, anon, authenticated;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION public.forget_auth_traces(uuid) TO app_worker;
