-- For a closed account: mails that somebody would answer to its address, and links that were mailed to addresses it wished for.
create index mail_reply_to on mail (reply_to) where reply_to is not null;
create index mail_cause_beginning on mail (cause text_pattern_ops);
-- What an account placed is taken off with it, deleted or not.
create index banner_account on banner (account_id);
create index club_account on club (account_id);
