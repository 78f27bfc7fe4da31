-- The first of `wanted` ids in a row. They follow `last`, the highest id of the same proposal, where its block of `span`
-- ids still has them; otherwise a new block begins. A block is of one proposal, so its ids tell of that one's saves alone.
-- A draft saved again lands beside itself in the indexes, and the shuffle runs once for a thousand rows.
CREATE FUNCTION scattered_ids_after(of_table text, last bigint, wanted bigint) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Ids below `starts_at` are of the time before blocks, and stand side by side with those of others.
  IF EXISTS (
    SELECT FROM scattered_ids s
    WHERE s.table_name = of_table AND last >= s.starts_at AND (last - s.starts_at) % s.span + wanted < s.span
  ) THEN
    RETURN last + 1;
  END IF;
  RETURN scattered_id(of_table);
END $$;
