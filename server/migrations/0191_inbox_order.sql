-- Each list of the inbox is read in its order, and ends after a page.
create index thread_open on thread (waits_since, last_entry_at, id) where state in ('new', 'in_progress');
create index thread_with_her on thread (last_entry_at, id) where state in ('answered', 'waiting');
create index thread_newest on thread (state, last_entry_at desc, id);
create index thread_mine on thread (assigned_to, waits_since, last_entry_at, id) where state not in ('done', 'spam');
drop index thread_state;
