-- The number that payers, mails and the house name a payment by. Older payments in the order in which they were opened.
alter table payment add column number bigint;
update payment set number = n from (select id, 70000 + row_number() over (order by created_at, id) as n from payment) numbered
 where numbered.id = payment.id;
alter table payment alter column number set not null;
alter table payment alter column number add generated always as identity (start with 70001);
select setval(pg_get_serial_sequence('payment', 'number'), greatest(70000, (select max(number) from payment)));
create unique index payment_number on payment (number);
