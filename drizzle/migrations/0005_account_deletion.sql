-- Deleting a user takes along what no foreign key leads to: messages sent under the same address, which
-- its owner had confirmed. It happens in the deletion's own transaction and with the owner's rights, so
-- the Worker needs no right to delete people or messages.
CREATE FUNCTION public.delete_messages_of_user() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  DELETE FROM public.contact_messages WHERE old.email <> '' AND lower(email) = lower(old.email);
  RETURN old;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_user_deleted AFTER DELETE ON public.users
FOR EACH ROW EXECUTE FUNCTION public.delete_messages_of_user();
