-- People of the house are rows of `staff`; an account is always an advertiser's.
alter table account drop column role;
