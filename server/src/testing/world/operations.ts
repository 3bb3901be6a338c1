import type { Club } from '@samtrot/shared/clubs/contract.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { wholeClub } from '../listings/clubs.ts';
import { ad } from '../listings/inserate.ts';
import { pick } from '../process/random.ts';

/** What the demo's advertisers log in as, those who have something. */
export const DEMO_MAILBOXES = [
  'lena',
  'mira',
  'sofia',
  'nora',
  'studio-aare',
  'haus-am-park',
  'salon-aurora',
];

/** A logged-in advertiser: sends a call by its name; resolves to its status and body. */
// biome-ignore lint/suspicious/noExplicitAny: bodies are read freely, as in `world.ts`
export type Press = (action: string, payload?: object) => Promise<{ status: number; body: any }>;

interface Account {
  Inserats: Inserat[];
  Clubs: Club[];
}
type Operation = [action: string, payload: object];

let words = 0;

const OPERATIONS: Record<
  string,
  (account: Account, random: () => number) => Operation | undefined
> = {
  push: onAd('push_inserat', 'aktiv'),
  top: onAd('top_inserat', 'aktiv'),
  colour: onAd('color_inserat', 'aktiv'),
  story: onAd('story_inserat', 'aktiv'),
  hide: onAd('hide_inserat', 'aktiv'),
  show: onAd('activate_inserat', 'ausgeblendet', 'geplant'),
  renew: onAd('reactivate_inserat', 'abgelaufen'),
  copy: onAd('duplicate_inserat', 'aktiv', 'abgelaufen'),
  delete: onAd('delete_inserat', 'aktiv', 'ausgeblendet', 'abgelaufen'),
  edit: onAd('saveInserat', 'aktiv', 'ausgeblendet'),
  place: (_, random) => [
    'saveInserat',
    { ...ad(0), inserat_typ: pick(random, ['1_day', '1_week', '1_month']) },
  ],
  editClub: ({ Clubs }, random) =>
    Clubs.length === 0
      ? undefined
      : [
          'save_club',
          { ...wholeClub(), club_id: pick(random, Clubs).ID, titel: `Bar und Räume ${++words}` },
        ],
  placeClub: () => ['save_club', { ...wholeClub(), titel: `Neuer Salon ${++words}`, monate: 1 }],
  deleteClub: ({ Clubs }, random) =>
    Clubs.length < 2 ? undefined : ['delete_club', { club_id: pick(random, Clubs).ID }],
  offline: () => ['goOffline', {}],
  online: () => ['goOnline', {}],
};

/**
 * Does one thing or another with what the account has. Returns what was done, or undefined where it
 * was refused.
 */
export async function randomOperation(
  random: () => number,
  press: Press,
): Promise<string | undefined> {
  const name = pick(random, Object.keys(OPERATIONS));
  const { state } = (await press('state')).body as { state: Account };
  const operation = OPERATIONS[name]!(state, random);
  if (!operation) return undefined;
  const [action, payload] = operation;
  // An ad is placed from its blank draft.
  const begun =
    name === 'place' ? { inserat_id: (await press('createInserat', {})).body.inserat_id } : {};
  const { status } = await press(action, { ...payload, ...begun });
  return status === 200 ? name : undefined;
}

function onAd(action: string, ...statuses: Inserat['inserat_status'][]) {
  return ({ Inserats }: Account, random: () => number): Operation | undefined => {
    const ads = Inserats.filter(({ inserat_status }) => statuses.includes(inserat_status));
    if (ads.length === 0) return undefined;
    const { ID: inserat_id, ...rest } = pick(random, ads);
    const edited = { ...rest, titel: `Neuer Titel ${++words}`, story_title: `Heute ${words}` };
    return [action, action === 'saveInserat' ? { ...edited, inserat_id } : { inserat_id }];
  };
}
