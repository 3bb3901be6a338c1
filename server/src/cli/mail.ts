import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { resendMails, unsentMails } from '../modules/mail/service.ts';
import { type Command, Refusal, UsageError } from './command.ts';

const ALL = 'all';
/** So many lines are shown; the counts are of all. */
const MOST = 50;

export const mailList: Command = {
  usage: 'mail list',
  reads: true,
  summary:
    'Zeigt, welche Mails nicht hinausgingen: aufgegebene der letzten 7 Tage, dann wartende, mit der Antwort des Mailservers.',
  prepare: () => ({
    withDatabase: ({ db, clock }) =>
      unsentMails({ db, now: clock.now() }, MOST).then(({ waiting, givenUp, mails }) => {
        const lines = mails.map(
          ({ id, createdAt, nextTryAt, attempts, error }) =>
            `${id}  vom ${formatDateTime(createdAt)}, ${attempts} Versuche, ${nextTryAt ? `nächster ${formatDateTime(nextTryAt)}` : 'aufgegeben'}: ${error ?? 'noch keine Antwort'}`,
        );
        const more = waiting + givenUp - mails.length;
        return {
          text: [
            `Es warten ${waiting} Mails, aufgegeben sind ${givenUp}.`,
            ...lines,
            ...(more > 0 ? [`… und ${more} weitere`] : []),
          ].join('\n'),
          data: {
            waiting,
            given_up: givenUp,
            mails: mails.map(({ id, attempts, error, createdAt, nextTryAt }) => ({
              id,
              attempts,
              error,
              created_at: createdAt.toISOString(),
              next_try_at: nextTryAt?.toISOString() ?? null,
            })),
          },
        };
      }),
  }),
};

const sentText = (mails: number) => {
  if (mails === 0)
    return 'Keine Mail ist nochmals zu senden; was wartet, geht in den nächsten zwei Minuten von selbst hinaus.';
  return mails === 1 ? 'Eine Mail geht jetzt hinaus.' : `${mails} Mails gehen jetzt hinaus.`;
};

export const mailResend: Command = {
  usage: 'mail resend ID',
  right: 'maintenance.switch',
  summary:
    'Sendet eine Mail aus «mail list» jetzt noch einmal; «all» statt der Nummer alle, die dort stehen, ohne aufgegebene an Adressen, die es nicht gibt.',
  prepare([which]) {
    if (which !== ALL && !/^[1-9]\d{0,14}$/.test(which!))
      throw new UsageError('Welche? Eine Nummer aus «mail list», oder «all».');
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          const mails = await resendMails(ctx, which === ALL ? undefined : Number(which));
          if (mails === 0 && which !== ALL)
            throw new Refusal(
              `Mail ${which} ist schon gesendet, geht gerade hinaus, oder es gibt sie nicht.`,
            );
          return { text: sentText(mails), data: { mails } };
        }),
    };
  },
};
