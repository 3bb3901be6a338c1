-- Closed because what it was about is over: should it happen again, the case opens again. What an operator has closed stays closed.
alter table payment_case add column settled_itself boolean not null default false;
grant update (settled_itself, opened_at, details) on payment_case to samtrot_app;
update payment_case set settled_itself = true
 where closed_at is not null and note in ('hat sich erledigt', 'der Rest ist bezahlt');
