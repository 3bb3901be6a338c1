-- The register of a month finds its reports by an index.
create index report_received on report (received_at);
