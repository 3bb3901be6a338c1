-- Whether an owner is offline is asked by account; no statement looks for all of them.
drop index account_offline;
