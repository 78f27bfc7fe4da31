-- After roles.sql, at the first start of the database's container: the roles get their passwords from the secrets.
\set ON_ERROR_STOP on
\set owner `cat /run/secrets/password_owner`
\set service `cat /run/secrets/password_service`
\set backup `cat /run/secrets/password_backup`
ALTER ROLE lavra_owner PASSWORD :'owner';
ALTER ROLE lavra PASSWORD :'service';
ALTER ROLE lavra_backup PASSWORD :'backup';
