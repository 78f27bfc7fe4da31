-- Tries to enter are counted by what an address counts as: of IPv6 the /64. Rows without it, of code before this, count by
-- their address, which is the same for IPv4.
ALTER TABLE login_attempts ADD COLUMN address_key text;
CREATE INDEX login_attempts_by_network ON login_attempts ((coalesce(address_key, ip)), at);
-- From where an account has been entered.
CREATE INDEX login_attempts_entered ON login_attempts (account_key, (coalesce(address_key, ip))) WHERE outcome = 'accepted';
