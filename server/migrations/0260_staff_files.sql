-- Files of answers: until they are sent, they belong to the person of the house who uploaded them.
alter table thread_file add column staff_id bigint references staff;
create index thread_file_staff on thread_file (staff_id) where staff_id is not null;
alter table thread_file drop constraint thread_file_of_somebody;
alter table thread_file add constraint thread_file_of_somebody
  check (account_id is not null or staff_id is not null or entry_id is not null);

-- The id that the writer of a new thread drew: sent twice, it begins one.
alter table thread add column begun_as uuid unique;
