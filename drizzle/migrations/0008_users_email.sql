-- With a million users it takes about a second, in which sign-ups wait.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "users_email" ON "users" USING btree ("email");
