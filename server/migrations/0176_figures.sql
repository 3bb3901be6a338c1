-- The charts of the house sum up 30 days or 12 months.
create index account_created on account (created_at);
create index payment_settled on payment (settled_at) where settled_at is not null;
create index inserat_phase_online on inserat_phase (until_at) where kind = 'online';
-- Rows come in the order of their days, and an index on the counts would make each count dearer.
create index visit_day_day on visit_day using brin (day);
