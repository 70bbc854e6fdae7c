-- Supabase grants everything on new public tables to anon and authenticated: take it back, then give
-- exactly what the product's public REST surface needs. `featured` is never writable from there.
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM anon, authenticated;
--> statement-breakpoint
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM anon, authenticated;
--> statement-breakpoint
GRANT SELECT ON users, customers, items TO authenticated;
--> statement-breakpoint
GRANT UPDATE (name) ON users TO authenticated;
--> statement-breakpoint
GRANT INSERT (owner, name), UPDATE (name), DELETE ON items TO authenticated;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO app_worker;
--> statement-breakpoint
GRANT SELECT, UPDATE ON users TO app_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON customers TO app_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON items TO app_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON stripe_events TO app_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON contact_messages TO app_worker;
--> statement-breakpoint
GRANT USAGE ON SEQUENCE stripe_sync_ticket TO app_worker;
--> statement-breakpoint
-- Every auth user has a users row from the moment it exists, and follows its e-mail address.
CREATE FUNCTION public.create_user_row() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  INSERT INTO public.users (id, email, name)
  VALUES (
    new.id,
    coalesce(new.email, ''),
    left(coalesce(new.raw_user_meta_data ->> 'name', new.raw_user_meta_data ->> 'full_name', ''), 200)
  )
  ON CONFLICT (id) DO NOTHING;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_auth_user_created AFTER INSERT ON auth.users
FOR EACH ROW EXECUTE FUNCTION public.create_user_row();
--> statement-breakpoint
CREATE FUNCTION public.copy_user_email() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  UPDATE public.users SET email = coalesce(new.email, ''), updated_at = now() WHERE id = new.id;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_auth_user_email_changed AFTER UPDATE OF email ON auth.users
FOR EACH ROW WHEN (old.email IS DISTINCT FROM new.email) EXECUTE FUNCTION public.copy_user_email();
