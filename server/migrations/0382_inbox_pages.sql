-- Locks thread against writes for seconds, while its index is made.
-- Pages of «Erledigt» and «Spam» begin at a place: time and number together, in one direction.
create index thread_state_last on thread (state, last_entry_at, id);
