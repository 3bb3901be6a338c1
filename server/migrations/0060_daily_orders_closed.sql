-- An order of daily pushes of which something came back, and whose times were charged again with a package that is not shorter: it pays
-- for no push any more.
alter table booking_order add column daily_closed_at timestamptz;
grant update (daily_closed_at) on booking_order to samtrot_app;
