-- The columns of a club's content have the names of the wire.
alter table club rename column street to strasse_und_nummer;
alter table club rename column postcode to postleitzahl;
alter table club rename column town to ort;
alter table club rename column opening_hours to oeffnungszeiten;
alter table club rename column months to monate;
