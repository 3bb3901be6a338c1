-- What earlier reports of the same sender turned out to be is asked at each urgent report, by each of its hashes.
create index report_network on report (network_hash) where network_hash is not null;
create index report_email on report (email_hash) where email_hash is not null;
create index report_visit on report (visit_hash) where visit_hash is not null;
