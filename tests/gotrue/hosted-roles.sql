-- The initial state of a hosted Supabase project's database, as far as Supabase Auth and this product's
-- migrations depend on it. Source: github.com/supabase/postgres, migrations/db, without the rights that role
-- postgres lost in April 2025. Run once, as the superuser supabase_admin.
create role postgres login createdb createrole replication bypassrls password 'postgres';
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
create role authenticator noinherit login password 'postgres';
grant anon, authenticated, service_role to authenticator;
create role dashboard_user nologin createdb createrole replication;
create role supabase_auth_admin noinherit createrole login password 'postgres';
grant anon, authenticated, service_role, pg_monitor, pg_read_all_data, pg_signal_backend to postgres;

alter database postgres owner to postgres;
grant create on database postgres to supabase_auth_admin;
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role postgres set search_path = "$user", public, extensions;
alter role supabase_auth_admin set search_path = 'auth';
alter role supabase_auth_admin set idle_in_transaction_session_timeout = 60000;

create schema extensions;
create extension "uuid-ossp" schema extensions;
create extension pgcrypto schema extensions;
grant usage on schema extensions to postgres, anon, authenticated, service_role;
grant all on schema extensions to postgres;

alter schema public owner to postgres;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to anon, authenticated, service_role;

-- supautils lets role postgres create event triggers, which plain Postgres reserves for superusers. So this superuser's
-- creates the product's, as soon as the first migration has made its function.
create function extensions.create_event_triggers_of_postgres() returns event_trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regproc('public.enable_row_level_security') is not null and not exists (
    select from pg_catalog.pg_event_trigger where evtname = 'row_level_security_on_new_tables'
  ) then
    create event trigger row_level_security_on_new_tables on ddl_command_end
      when tag in ('CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO')
      execute function public.enable_row_level_security();
  end if;
end $$;
create event trigger supautils on ddl_command_end when tag in ('CREATE FUNCTION')
  execute function extensions.create_event_triggers_of_postgres();

-- Supabase Auth owns what it makes here; postgres may use it and create triggers on it, but change nothing of its
-- shape. Stricter than supautils, which also lets postgres drop triggers and write policies on some of its tables.
create schema auth;
grant usage on schema auth to anon, authenticated, service_role, postgres;
grant all on schema auth to supabase_auth_admin;
alter default privileges for role supabase_auth_admin in schema auth
  grant all on tables to postgres, dashboard_user;
alter default privileges for role supabase_auth_admin in schema auth
  grant all on sequences to postgres, dashboard_user;
alter default privileges for role supabase_auth_admin in schema auth
  grant all on routines to postgres, dashboard_user;
