-- Drafts that were never online are deleted 180 days after their last change.
create index inserat_stale_draft on inserat (changed_at)
  where status = 'entwurf' and booking_id is null;
