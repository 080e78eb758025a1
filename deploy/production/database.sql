-- Role and database of Golem. psql's variables role, password and name come before it.
\set ON_ERROR_STOP on
SELECT format('CREATE ROLE %I LOGIN', :'role')
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'role') \gexec
ALTER ROLE :"role" PASSWORD :'password';
SELECT format('CREATE DATABASE %I OWNER %I ENCODING ''UTF8'' TEMPLATE template0', :'name', :'role')
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'name') \gexec
-- Slow queries are counted here, without values. Not in Golem's own database: its backups could not
-- be restored by an ordinary role then.
CREATE EXTENSION IF NOT EXISTS pg_stat_statements;
