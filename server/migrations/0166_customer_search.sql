-- The search of the house: names by parts, phone numbers by their last nine digits, payments and
-- receipts by the number that people read to each other.
create index account_name_search on account using gin (lower(username || ' ' || nickname) gin_trgm_ops)
  where closed_at is null;
create index inserat_phone_search on inserat (right(regexp_replace(telefon, '\D', '', 'g'), 9)) where telefon <> '';
create index inserat_whatsapp_search on inserat (right(regexp_replace(whatsapp, '\D', '', 'g'), 9)) where whatsapp <> '';
create index club_phone_search on club (right(regexp_replace(telefon, '\D', '', 'g'), 9)) where telefon <> '';
create index payment_provider_search on payment (provider_ref) where provider_ref is not null;
create index paper_number_search on paper (number) where number is not null;
