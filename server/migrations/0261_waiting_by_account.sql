-- What of an account is changed and not shown to visitors yet, read without its other things.
create index inserat_changed on inserat (account_id) where pending_print is not null or story_print is not null;
create index banner_changed on banner (account_id) where pending_print is not null;
create index club_changed on club (account_id) where pending_print is not null;
create index image_changed on image (account_id) where seen_by = 'owner';
create index video_changed on video (account_id) where seen_by = 'owner';

-- What one person did of one kind.
create index audit_actor_action on audit (actor, action, at desc, id desc);
