-- A provider adds a user only with an address that it has verified (GoTrue's identity data). GoTrue keeps the user of
-- a sign-in that it rejects: without an address where an account has it, which then becomes a second account; else
-- with the provider's identity, so that who presses the emailed link would share the account with a stranger.
CREATE OR REPLACE FUNCTION public.create_user_row() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF new.email_confirmed_at IS NULL
    AND new.raw_app_meta_data ->> 'provider' NOT IN ('email', 'phone')
    AND new.raw_user_meta_data ->> 'email_verified' IS DISTINCT FROM 'true'
  THEN
    RAISE EXCEPTION 'The provider has not verified the email address';
  END IF;
  PERFORM public.add_user_row(new.id);
  RETURN new;
END $$;
--> statement-breakpoint
-- Those that were kept before: no one could sign in as them.
DELETE FROM auth.users
WHERE email_confirmed_at IS NULL AND last_sign_in_at IS NULL
  AND raw_app_meta_data ->> 'provider' NOT IN ('email', 'phone')
  AND raw_user_meta_data ->> 'email_verified' IS DISTINCT FROM 'true';
