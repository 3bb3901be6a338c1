-- Since when the mode is one that somebody chose; until then the setting decides at each start.
alter table moderation_mode add column chosen_at timestamptz;
