-- Locks hold and hold_version against reading and writing for a moment: both columns are empty.
-- The version whose decision this one only rewords, null for a decision of its own: an appeal is against the decision.
alter table hold add column rewords integer;
alter table hold_version add column rewords integer;
