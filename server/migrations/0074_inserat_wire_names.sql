-- The columns of an ad's content have the names of the wire: no table translates between them.
alter table inserat rename column package to inserat_typ;
alter table inserat rename column sms_allowed to sms_erlaubt;
alter table inserat rename column whatsapp_allowed to whatsapp_erlaubt;
alter table inserat rename column show_address to adresse_anzeigen;
alter table inserat rename column street to strasse_und_nummer;
alter table inserat rename column address_extra to adressezusatz;
alter table inserat rename column postcode to postleitzahl;
alter table inserat rename column town to ort;
alter table inserat rename column country to land;
alter table inserat rename column image_kind to originalbilder;
alter table inserat rename column dated_pushes to date_time_pushes;
alter table inserat rename column wants_topad to top_ad_enabled;
alter table inserat rename column wants_colour to color_enabled;
alter table inserat rename column wants_story to story_posted;
