-- The columns of a banner's content have the names of the wire.
alter table banner rename column months to monate;
