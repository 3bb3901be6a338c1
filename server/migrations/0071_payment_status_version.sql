-- An optimistic lock on what the provider says: a status that was read before a newer one was carried out is read again.
alter table payment add column status_version integer not null default 0;
comment on column payment.status_version is 'Counts the statuses of the provider that were carried out.';
grant update (status_version) on payment to samtrot_app;
