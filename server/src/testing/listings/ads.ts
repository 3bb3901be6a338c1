import type { BLANK_CONTACT } from '@samtrot/shared/inserate/contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Place, Rating } from '@samtrot/shared/media/rules.ts';
import { type Insertable, sql } from 'kysely';
import { adContact } from '../../modules/inserate/service.ts';
import type { Database } from '../../platform/db.ts';
import { nextId } from '../../platform/encryption.ts';
import type { Inserat } from '../../platform/schema.generated.ts';
import { emailOfNew } from '../world/accounts.ts';
import { START } from '../world/world.ts';

type Reached = Partial<Record<keyof typeof BLANK_CONTACT, string>>;
export type AdValues = Omit<Partial<Insertable<Inserat>>, 'contact'> & Reached;

export interface TestAd {
  id: number;
  publicId: string;
  accountId: number;
}

/**
 * Inserts ads straight into the tables, for tests of existing ads; a published premium ad by
 * default.
 */
export function adBuilder(db: Database) {
  let owner: Promise<number> | undefined;
  let made = 0;
  const account = async () => {
    const row = await db
      .insertInto('account')
      .values({
        username: 'Anna Geheim',
        username_key: 'annageheim',
        ...(await emailOfNew(db, 'anna.geheim@beispiel.ch')),
        password_hash: '-',
        nickname: 'Anna Geheim',
        created_at: START,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  };

  return {
    async add(values: AdValues = {}): Promise<TestAd> {
      owner ??= account();
      const accountId = await owner;
      const number = ++made;
      const id = await nextId(db, 'inserat');
      const reached = { telefon: '+41791234567', ...values };
      const row = await db
        .insertInto('inserat')
        .values({
          id,
          account_id: accountId,
          status: 'aktiv',
          inserat_typ: '1_week',
          name: `Demo ${number}`,
          titel: `Inserat Nummer ${number}`,
          beschreibung: 'Ein ruhiger Text für die Probe.',
          adresse_anzeigen: false,
          cantons: ['ZH'],
          categories: [2],
          offerings: [8],
          start_at: START,
          end_at: new Date(START.getTime() + 7 * DAY_MS),
          lifted_at: START,
          created_at: START,
          changed_at: START,
          ...adContact.columnsOf(reached, { id, contact: null }),
        })
        .returning(['id', 'public_id'])
        .executeTakeFirstOrThrow();
      return { id: row.id, publicId: row.public_id, accountId };
    },
    async change(ad: TestAd, values: AdValues): Promise<void> {
      await db.transaction().execute(async (sql) => {
        const columns = await adContact.changed(sql, ad.id, values);
        await sql.updateTable('inserat').set(columns).where('id', '=', ad.id).execute();
      });
    },
    async image(
      ad: TestAd,
      contentId = 'a'.repeat(64),
      values: { rating?: Rating; place?: Place } = {},
    ): Promise<void> {
      await db
        .insertInto('image')
        .values({
          account_id: ad.accountId,
          inserat_id: ad.id,
          content_id: contentId,
          name: 'mein-haus.jpg',
          width: 1200,
          height: 1500,
          widths: sql`'{320,640}'`,
          placeholder: 'data:image/webp;base64,AAAA',
          position: 0,
          created_at: START,
          ...values,
        })
        .execute();
    },
    /** One that is ready. */
    async video(
      ad: TestAd,
      contentId: string,
      values: { rating?: Rating; place?: Place } = {},
    ): Promise<void> {
      await db
        .insertInto('video')
        .values({
          account_id: ad.accountId,
          inserat_id: ad.id,
          place: 'inserat',
          content_id: contentId,
          status: 'bereit',
          name: 'meine-wohnung.mov',
          width: 1280,
          height: 720,
          heights: sql`'{720,480}'`,
          duration_ms: 12_500,
          position: 0,
          created_at: START,
          ...values,
        })
        .execute();
    },
  };
}
