-- Locks thread against reading and writing for a moment, while an index goes that thread_state_last replaces.
-- By itself, so that the new one is there before.
drop index thread_newest;
