-- How long a contact message is kept: 90 days after it arrived in the spreadsheet, 30 days when it looks like
-- spam, a year when it never arrived. A cron calls this, so that old ones go without a new one, too. The Worker
-- may delete none by itself; this takes no argument, so it can delete no others.
CREATE FUNCTION public.delete_expired_contact_messages() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  deleted integer;
BEGIN
  DELETE FROM public.contact_messages WHERE id IN (
    SELECT id FROM public.contact_messages
    WHERE forwarded_at < now() - interval '90 days'
      OR (forwarded_at IS NULL AND suspected_spam AND created_at < now() - interval '30 days')
      OR (forwarded_at IS NULL AND created_at < now() - interval '1 year')
    LIMIT 1000 FOR UPDATE SKIP LOCKED
  );
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION public.delete_expired_contact_messages()
  FROM PUBLIC, anon, authenticated, service_role;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION public.delete_expired_contact_messages() TO app_worker;
--> statement-breakpoint
DROP TRIGGER on_contact_message_stored ON public.contact_messages;
--> statement-breakpoint
DROP FUNCTION public.delete_old_contact_messages();
