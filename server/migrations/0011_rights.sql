-- The application may do to book-keeping what it does and no more: who gets hold of its role does not rewrite what was paid for.
-- Tables it only adds to:
revoke update, delete on payment_event, booking_order, coupon_use, effect from samtrot_app;
revoke delete on booking, coupon, topup_option from samtrot_app;
-- Of a payment and a wallet only what moves; price, credits and owner stay as they were made.
revoke update on payment, ledger_account from samtrot_app;
grant update (status, provider_ref, payment_url, method, settled_at, next_check_at, checks) on payment to samtrot_app;
grant update (balance) on ledger_account to samtrot_app;
-- Of a booking what an extension or a moved start changes.
revoke update on booking from samtrot_app;
grant update (start_at, end_at, paid_regions, paid_categories, paid_images) on booking to samtrot_app;
