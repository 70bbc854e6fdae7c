-- Nothing has been released yet, so the table is empty.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "contact_messages_queue" ON "contact_messages" USING btree ("created_at","id") WHERE "contact_messages"."forwarded_at" is null and "contact_messages"."dead_at" is null and not "contact_messages"."suspected_spam";--> statement-breakpoint
-- As above.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "contact_messages_sender" ON "contact_messages" USING btree (lower("email"));--> statement-breakpoint
-- As above.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "contact_messages_forwarded" ON "contact_messages" USING btree ("forwarded_at");
