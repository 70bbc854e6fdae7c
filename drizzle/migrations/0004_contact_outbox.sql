DROP INDEX "contact_messages_due";--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "suspected_spam" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "outcome_unknown" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "contact_messages_pending_by_sender" ON "contact_messages" USING btree ("email","created_at","id") WHERE "contact_messages"."forwarded_at" is null and "contact_messages"."dead_at" is null and not "contact_messages"."suspected_spam";--> statement-breakpoint
CREATE INDEX "contact_messages_due" ON "contact_messages" USING btree ("next_attempt_at") WHERE "contact_messages"."forwarded_at" is null and "contact_messages"."dead_at" is null and not "contact_messages"."suspected_spam";