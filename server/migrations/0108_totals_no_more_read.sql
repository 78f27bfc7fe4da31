-- What 0107 no longer keeps.
DELETE FROM list_totals WHERE scope IN ('sent', 'purchases');
