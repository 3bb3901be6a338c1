import { readFileSync } from 'node:fs';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { lengthProblem, tidyLine } from '@samtrot/shared/kernel/text.ts';
import {
  NEWSLETTER_SUBJECT_MAX,
  NEWSLETTER_TEXT_MAX,
  newsletterTexts,
  paragraphsOf,
} from '@samtrot/shared/newsletter/rules.ts';
import { PENDING_TEXT } from '@samtrot/shared/staff/approval-rules.ts';
import { SECTOR } from '../modules/mail/service.ts';
import * as newsletter from '../modules/newsletter/service.ts';
import { findPerson } from '../modules/staff/service.ts';
import { audit } from '../platform/audit.ts';
import { email } from './arguments.ts';
import { type Command, Refusal, UsageError } from './command.ts';

export const newsletterSend: Command = {
  usage: 'newsletter send FILE [--test EMAIL] [--dry-run]',
  right: 'notice.edit',
  summary:
    'Sendet den Newsletter aus FILE an alle, die ihn bestätigt haben: erste Zeile Betreff (neutral), Leerzeile, Text. --test sendet ihn nur an eine Adresse, --dry-run zeigt ihn nur.',
  options: { test: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  prepare([file], { test, 'dry-run': dryRun }) {
    const issue = issueFrom(file!);
    const to = typeof test === 'string' ? email(test) : undefined;
    return {
      withDatabase: ({ config, transaction }) =>
        transaction(async (ctx) => {
          if (dryRun) {
            const recipients = await newsletter.audience(ctx);
            const text = [
              issue.subject,
              ...issue.paragraphs,
              `Er ginge an ${accounts(recipients)}.`,
            ].join('\n\n');
            return { text, data: { subject: issue.subject, recipients } };
          }
          if (to !== undefined) {
            const { actor, db } = ctx;
            const own = actor.kind === 'staff' && (await findPerson(db, actor.staffId))?.email;
            // Else anybody could be mailed in the name of the house.
            if (own !== false && own !== to)
              throw new Refusal(`Zur Probe geht er nur an dich: ${own}.`);
            await newsletter.sendTest(ctx, issue, { ...config, to });
            return {
              text: `Zur Probe unterwegs an ${to}.`,
              data: { subject: issue.subject, test: to },
            };
          }
          // A person needs a second one (BOF-133).
          if (ctx.actor.kind === 'staff') {
            const person = { ...ctx, actor: ctx.actor };
            const draft = await newsletter.saveDraft(person, {
              subject: issue.subject,
              text: issue.paragraphs.join('\n\n'),
            });
            const waiting = await newsletter.submitDraft(
              person,
              { solo: config.fourEyes === 'solo' },
              { draft_id: draft.draft_id, seen: draft.saved, reason: 'Von der Kommandozeile' },
            );
            return { text: PENDING_TEXT, data: { approval_id: waiting.approvalId } };
          }
          const { begun, report } = await newsletter.sendIssue(ctx, issue);
          if (begun) await audit(ctx, 'newsletter_begun', `newsletter:${report.id}`);
          const recipients = await newsletter.audience(ctx);
          const text = begun
            ? `Newsletter ${report.id} geht jetzt in Portionen an ${accounts(recipients)}. Stand: newsletter list.`
            : `Dieser Newsletter ging schon hinaus und geht nicht ein zweites Mal.\n${lineOf(report)}`;
          return { text, data: { begun, ...dataOf(report) } };
        }),
    };
  },
};

export const newsletterList: Command = {
  usage: 'newsletter list',
  reads: true,
  summary:
    'Zeigt die Newsletter, den neusten zuerst: an wie viele sie gehen, was gesendet und was abgewiesen ist.',
  prepare: () => ({
    withDatabase: ({ transaction }) =>
      transaction(async ({ db }) => {
        const list = await newsletter.reports(db);
        const text = list.map(lineOf).join('\n') || 'Es gibt keine Newsletter.';
        return { text, data: { newsletters: list.map(dataOf) } };
      }),
  }),
};

const accounts = (n: number) => (n === 1 ? '1 Konto' : `${n} Konten`);

const lineOf = ({
  id,
  subject,
  createdAt,
  underWay,
  made,
  sent,
  waiting,
  refused,
}: newsletter.Report) =>
  `${id}  ${formatDateTime(createdAt)}  «${subject}»  ${underWay ? 'unterwegs' : 'fertig'}: an ${accounts(made)}, gesendet ${sent}, wartet ${waiting}, abgewiesen ${refused}`;

const dataOf = ({ createdAt, underWay, ...rest }: newsletter.Report) => ({
  ...rest,
  created_at: createdAt.toISOString(),
  under_way: underWay,
});

/** @throws UsageError saying what the file lacks */
function issueFrom(file: string): newsletter.Issue {
  const [first = '', ...rest] = contentOf(file).split('\n');
  const subject = tidyLine(first.replace(/^(Betreff|Subject):/i, ''));
  const problem = lengthProblem(subject, 1, NEWSLETTER_SUBJECT_MAX);
  if (problem) throw new UsageError(`Erste Zeile von ${file}: ${problem}`);
  const telling = SECTOR.exec(subject)?.[0];
  if (telling) throw new UsageError(newsletterTexts.telling(telling));
  const text = rest.join('\n').trim();
  if (text === '') throw new UsageError(`In ${file} fehlt der Text nach dem Betreff.`);
  if (text.length > NEWSLETTER_TEXT_MAX)
    throw new UsageError(`Der Text in ${file} ist länger als ${NEWSLETTER_TEXT_MAX} Zeichen.`);
  return { subject, paragraphs: paragraphsOf(text) };
}

function contentOf(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true })
      .decode(readFileSync(file))
      .replaceAll('\r\n', '\n');
  } catch {
    throw new UsageError(`${file} ist keine lesbare Textdatei (UTF-8).`);
  }
}
