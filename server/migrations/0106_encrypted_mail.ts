import type { Migration } from '../src/platform/migrate.ts';

/** Mails of the outbox as ciphertexts, found by keyed hashes of their addresses (ACC-50). */
export async function up({ query, encrypt }: Migration): Promise<void> {
  await query(`
    drop index mail_recipient, mail_reply_to;
    alter table mail drop constraint mail_to_send_has_letter;
    alter table mail rename column recipient to recipient_plain;
    alter table mail rename column subject to subject_plain;
    alter table mail rename column letter to letter_plain;
    alter table mail rename column reply_to to reply_to_plain;
    alter table mail rename column last_error to last_error_plain;
    alter table mail
      add column recipient ciphertext,
      add column recipient_hash bytea,
      add column subject ciphertext,
      add column letter ciphertext,
      add column reply_to ciphertext,
      add column reply_to_hash bytea,
      -- What the mail server said may name the recipient.
      add column last_error ciphertext,
      -- Waits because the mail server offered no trusted TLS.
      add column without_tls boolean not null default false;
    update mail set without_tls = true where last_error_plain like 'no trusted TLS%';`);
  await encrypt({
    table: 'mail',
    row: ['cause'],
    columns: [
      { from: 'recipient_plain', to: 'recipient', hash: 'recipient_hash' },
      { from: 'subject_plain', to: 'subject' },
      { from: 'letter_plain', to: 'letter' },
      { from: 'reply_to_plain', to: 'reply_to', hash: 'reply_to_hash' },
      { from: 'last_error_plain', to: 'last_error' },
    ],
  });
  // Rewrites the file of the table: what was dropped is not in it any more.
  await query(`
    alter table mail
      alter recipient set not null,
      alter recipient_hash set not null,
      alter subject set not null,
      drop column recipient_plain,
      drop column subject_plain,
      drop column letter_plain,
      drop column reply_to_plain,
      drop column last_error_plain,
      add constraint mail_to_send_has_letter check (letter is not null or next_try_at is null),
      add constraint mail_reply_to_found check ((reply_to is null) = (reply_to_hash is null));
    create index mail_recipient on mail (recipient_hash);
    create index mail_reply_to on mail (reply_to_hash) where reply_to_hash is not null;
    cluster mail using mail_pkey;`);
}
