import type { Migration } from '../src/platform/migrate.ts';

/** Answers that are replayed for a day hold what ads and clubs hold (ACC-50). */
export async function up({ query, encrypt }: Migration): Promise<void> {
  await query(`
    alter table idempotency drop constraint idempotency_answered, drop constraint idempotency_answer_check;
    alter table idempotency rename column answer to answer_from;
    alter table idempotency add column answer ciphertext`);
  await encrypt({
    table: 'idempotency',
    row: ['id'],
    columns: [{ from: 'answer_from', to: 'answer' }],
  });
  await query(`
    alter table idempotency drop column answer_from,
      -- 262,144 bytes as a ciphertext.
      add constraint idempotency_answer_size check (octet_length(answer) <= 349650),
      add constraint idempotency_answered
        check ((status is null) = (answer is null) and (status is null or held_until is null));
    cluster idempotency using idempotency_pkey;`);
}
