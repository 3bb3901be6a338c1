-- Locks inserat against reading and writing for a moment, while an index goes that inserat_account replaces.
-- By itself, so that the new one is there before.
drop index inserat_deleted_of;
