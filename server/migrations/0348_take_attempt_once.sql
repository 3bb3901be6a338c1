-- Counts an attempt only once for each order, in one statement. A refused attempt counts neither.
create function take_attempt_once(
  bucket text, of_order text, at timestamptz, attempts integer, span interval, order_span interval,
  out is_new boolean, out free_at timestamptz)
language plpgsql as $$
begin
  is_new := take_attempt(of_order, at, 1, order_span) is null;
  if is_new then
    free_at := take_attempt(bucket, at, attempts, span);
    if free_at is not null then
      raise exception using errcode = 'SA001';
    end if;
  end if;
exception when sqlstate 'SA001' then
  -- The count of the order is undone with this block; the variables stay.
end $$;
