-- Lavra's roles and its database, once for a server, as its superuser:
--   runuser -u postgres -- psql -v ON_ERROR_STOP=1 -f deploy/postgresql/roles.sql
-- Then a password for each, typed where no history or log keeps it:
--   runuser -u postgres -- psql -c '\password lavra_owner'   … lavra … lavra_backup

-- Owns the tables: `lavra migrate` and `lavra restore`, in DATABASE_OWNER_URL.
CREATE ROLE lavra_owner LOGIN;
-- The processes, in DATABASE_URL. Owns nothing; `lavra migrate` gives it what it needs.
CREATE ROLE lavra LOGIN;
-- What they also ask for on connecting, and PgBouncer drops. Another TIMEZONE is another zone here.
ALTER ROLE lavra SET TimeZone = 'America/Sao_Paulo';
ALTER ROLE lavra SET DateStyle = 'ISO';
ALTER ROLE lavra SET lock_timeout = '5s';
ALTER ROLE lavra SET statement_timeout = '15s';
ALTER ROLE lavra SET idle_in_transaction_session_timeout = '15s';
ALTER ROLE lavra SET jit = 'off';
-- `lavra backup`: reads everything, writes nothing.
CREATE ROLE lavra_backup LOGIN;
GRANT pg_read_all_data TO lavra_backup;

CREATE DATABASE lavra OWNER lavra_owner TEMPLATE template0 ENCODING 'UTF8';
REVOKE ALL ON DATABASE lavra FROM PUBLIC;
GRANT CONNECT ON DATABASE lavra TO lavra, lavra_backup;
