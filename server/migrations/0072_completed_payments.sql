-- Which rest completed a payment is recorded: the time of both says it only until one of them goes back.
alter table payment add column completed_by uuid references payment;
comment on column payment.completed_by is 'The payment for its rest that was credited together with this one.';
grant update (completed_by) on payment to samtrot_app;

update payment set completed_by = rest.id
  from payment rest
 where rest.rest_of = payment.id and rest.settled_at = payment.settled_at
   and payment.status = 'gutgeschrieben' and rest.status = 'gutgeschrieben';
