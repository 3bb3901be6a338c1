-- Since when an account has been online counts its deleted ads too; the others are found by inserat_owner.
create index inserat_deleted_of on inserat (account_id) where status = 'geloescht';
