-- What a mail says is kept as it was written; the worker makes the two parts of it when it sends.
alter table mail
  -- {"paragraphs": [...], "button": {"label", "url"}}; null once it is forgotten.
  add column letter jsonb,
  -- Whom an answer reaches; null when nobody reads answers.
  add column reply_to text,
  -- The row goes when the mail has gone.
  add column vanish boolean not null default false;
update mail set letter = jsonb_build_object('paragraphs', to_jsonb(string_to_array(body_text, E'\n\n'))) where body_text <> '';
alter table mail
  drop column body_text,
  drop column body_html,
  add constraint mail_to_send_has_letter check (letter is not null or next_try_at is null);
-- For a closed account: everything that was ever written to an address.
create index mail_recipient on mail (recipient);
