import { parseArgs } from 'node:util';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { findInstallation, readConfig, withFile } from '../app/config.ts';
import * as staff from '../modules/staff/service.ts';
import { assertRight, type StaffPerson } from '../platform/action.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { creditsDeduct, creditsGrant, discountSet } from './accounts.ts';
import { email } from './arguments.ts';
import { auditCheck } from './audit.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { paymentsImport, paymentsMatch, paymentsPaid } from './bank.ts';
import {
  type Command,
  type Options,
  type Outcome,
  Refusal,
  type Session,
  UsageError,
} from './command.ts';
import { couponCreate, couponList } from './coupons.ts';
import { dataKeyRotate, dataKeyStatus } from './data-key.ts';
import { noDatabaseIn, withDatabase, withSession } from './database.ts';
import { block, finalHold, hold, holdsList, release, unblock } from './holds.ts';
import { ledgerCheck, ledgerSeal } from './ledger.ts';
import { mailList, mailResend } from './mail.ts';
import { maintenanceOff, maintenanceOn } from './maintenance.ts';
import { mediaRate, mediaSimilar } from './media.ts';
import { mediaCheck } from './media-check.ts';
import { migrateCommand } from './migrate.ts';
import { newsletterList, newsletterSend } from './newsletter.ts';
import { openapi } from './openapi.ts';
import {
  paymentsCases,
  paymentsChargeback,
  paymentsClose,
  paymentsReconcile,
  paymentsRefund,
  paymentsSettle,
} from './payments.ts';
import { paymentsAsk } from './payments-ask.ts';
import { proxyCheck } from './proxy.ts';
import { moderationMode, reviewSamples } from './reviews.ts';
import { seed } from './seed.ts';
import {
  approve,
  staffBlock,
  staffCreate,
  staffLink,
  staffList,
  staffResetFactor,
} from './staff.ts';
import { threadAnswer, threadAssign, threadClose, threadList, threadShow } from './threads.ts';
import { websiteWebhook, websiteWebhookResend, websiteWebhookRotate } from './webhooks.ts';
import { websiteAccepts, websiteAdd, websiteEmbed, websiteKey, websiteLink } from './websites.ts';

const COMMANDS: Command[] = [
  migrateCommand,
  backupCommand,
  restoreCommand,
  staffCreate,
  staffList,
  staffBlock,
  staffResetFactor,
  staffLink,
  approve,
  hold,
  release,
  block,
  unblock,
  finalHold,
  holdsList,
  reviewSamples,
  moderationMode,
  maintenanceOn,
  maintenanceOff,
  threadList,
  threadShow,
  threadAnswer,
  threadAssign,
  threadClose,
  couponCreate,
  couponList,
  discountSet,
  creditsGrant,
  creditsDeduct,
  websiteAdd,
  websiteKey,
  websiteAccepts,
  websiteLink,
  websiteEmbed,
  websiteWebhook,
  websiteWebhookRotate,
  websiteWebhookResend,
  mediaSimilar,
  mediaRate,
  auditCheck,
  ledgerCheck,
  ledgerSeal,
  mediaCheck,
  proxyCheck,
  paymentsCases,
  paymentsClose,
  paymentsRefund,
  paymentsChargeback,
  paymentsSettle,
  paymentsAsk,
  paymentsReconcile,
  paymentsImport,
  paymentsMatch,
  paymentsPaid,
  newsletterSend,
  newsletterList,
  mailList,
  mailResend,
  dataKeyStatus,
  dataKeyRotate,
  openapi,
  seed,
];

/** What the command line knows of the process it runs in. */
interface Terminal {
  /** The settings; those of the process unless given. */
  env?: Record<string, string>;
  /** The time; that of the settings unless given. */
  clock?: Clock;
  out(line: string): void;
  error(line: unknown): void;
  /** Says beside the result which database is meant. */
  note(line: string): void;
}

const PROCESS: Terminal = { out: console.log, error: console.error, note: console.error };

/** Runs one command line. @returns its exit code */
export async function run(args: string[], terminal: Terminal = PROCESS): Promise<number> {
  const json = args.includes('--json');
  try {
    if (args.length === 0 || args.includes('--help') || args.includes('-h')) {
      terminal.out(help(args));
      return 0;
    }
    const outcome = await perform(args, json, terminal);
    terminal.out(json ? JSON.stringify({ ok: !outcome.failed, ...outcome.data }) : outcome.text);
    return outcome.failed ? 1 : 0;
  } catch (error) {
    const message = wordsOfError(error);
    if (json) terminal.out(JSON.stringify({ ok: false, error: message }));
    else terminal.error(message);
    // A defect prints its stack; an expected failure only its message.
    const expected =
      error instanceof UsageError || error instanceof Refusal || error instanceof AppError;
    if (!expected && !json) terminal.error(error);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** A use case that refuses names the fields; their words say more than the general sentence. */
function wordsOfError(error: unknown): string {
  if (error instanceof AppError && error.fields) return Object.values(error.fields).join(' ');
  return error instanceof Error ? error.message : String(error);
}

async function perform(
  args: string[],
  json: boolean,
  { env, clock, error, note }: Terminal,
): Promise<Outcome> {
  const command = commandOf(args);
  const { places, options } = parse(command, args);
  const work = command.prepare(places, options);
  if ('alone' in work) return work.alone();
  const config = configOf(env, options.env);
  const progress = json ? () => {} : error;
  if ('onDatabase' in work)
    return withDatabase({ config, note }, (url) => work.onDatabase({ url, config }));
  return withSession(
    { config, clock: clock ?? systemClock(config.clockFile), progress, note },
    async (session) => {
      const person = await personOf(session, command, options);
      if (!person) return work.withDatabase(session);
      const actor = { ...person, confirmedAt: session.clock.now() };
      const by = { actor, ...(command.right && { right: command.right }) };
      return work.withDatabase({
        ...session,
        actor,
        transaction: (change) => session.transaction((ctx) => change({ ...ctx, ...by })),
      });
    },
  );
}

/** The settings of this process, or of the file of `--env`. @throws UsageError */
function configOf(env: Record<string, string> | undefined, file: string | boolean | undefined) {
  let settings: NodeJS.ProcessEnv | undefined = env;
  try {
    if (file !== undefined) settings = withFile(String(file), env);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { found, dataDir } = findInstallation(settings);
  if (!found) throw new UsageError(noDatabaseIn(dataDir));
  try {
    return readConfig(settings);
  } catch (error) {
    throw new Refusal((error as Error).message);
  }
}

/**
 * The person of `--as`, who needs the right of the command. Production asks for one wherever
 * something changes or a secret is shown (BOF-139).
 */
async function personOf(
  { config, transaction }: Session,
  { right, reads, withoutOwner }: Command,
  options: Options,
): Promise<Omit<StaffPerson, 'confirmedAt'> | undefined> {
  const { as } = options;
  if (as === undefined) {
    const isReading = typeof reads === 'function' ? reads(options) : reads;
    if (config.mode !== 'production' || isReading) return undefined;
    const owners = await transaction(({ db }) => staff.activeOwnersForUpdate(db));
    if (withoutOwner && owners.length === 0) return undefined;
    throw new Refusal('Sag mit --as EMAIL, wer das tut; es steht im Protokoll.');
  }
  const address = email(String(as));
  return transaction(async ({ db, now }) => {
    const known = await staff.findByEmail(db, address);
    const person = known && (await staff.actorForShare(db, known.id));
    if (!person) throw new Refusal(`${address} gehört zu niemandem, der hier arbeitet.`);
    if (right) assertRight({ ...person, confirmedAt: now }, right);
    return person;
  });
}

function commandOf(args: string[]): Command {
  const words = args.filter((word) => !word.startsWith('-'));
  const found = COMMANDS.find(({ usage }) =>
    namesOf(usage).every((name, index) => words[index] === name),
  );
  if (found) return found;
  throw new UsageError(`Den Befehl «${words.slice(0, 2).join(' ')}» gibt es nicht.\n\n${help([])}`);
}

function parse(command: Command, args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        ...command.options,
        as: { type: 'string' },
        env: { type: 'string' },
        json: { type: 'boolean' },
      },
      allowPositionals: true,
    });
    const places = positionals.slice(namesOf(command.usage).length);
    const expected = placesOf(command.usage);
    const needed = expected.filter((place) => !place.startsWith('['));
    if (places.length < needed.length || places.length > expected.length)
      throw new UsageError('Es fehlt eine Angabe, oder es ist eine zu viel.');
    return { places, options: values as Options };
  } catch (error) {
    throw new UsageError(`${complaint(error as Error & { code?: string })}\n\n${helpFor(command)}`);
  }
}

function complaint({ code, message }: Error & { code?: string }): string {
  const option = message.match(/'(-[^']*?)( <value>)?'/)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `Die Angabe ${option} gibt es hier nicht.`;
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return `Bei ${option} stimmt der Wert nicht.`;
  return message;
}

/**
 * `coupon create [CODE] --credits N` has the names `coupon`, `create` and the place `CODE`, which
 * may be left out.
 */
const wordsOf = (usage: string) => usage.replace(/ \[?--.*/, '').split(' ');
const isPlace = (word: string) => /^\[?[A-Z]+\]?$/.test(word);
const namesOf = (usage: string) => wordsOf(usage).filter((word) => !isPlace(word));
const placesOf = (usage: string) => wordsOf(usage).filter(isPlace);

function help(args: string[]): string {
  const words = args.filter((word) => !word.startsWith('-'));
  const asked = COMMANDS.filter(
    ({ usage }) => words.length > 0 && usage.startsWith(words.join(' ')),
  );
  if (asked.length > 0) return asked.map(helpFor).join('\n\n');
  return [
    'Samtrot, Befehle für den Betrieb. Aufruf: npm run samtrot -- <Befehl>',
    ...COMMANDS.map(helpFor),
    'Überall: --as EMAIL sagt, wer aus dem Team das tut, --env DATEI nimmt die Einstellungen des Dienstes, --json gibt das Ergebnis als eine Zeile JSON aus, --help zeigt diese Hilfe.',
  ].join('\n\n');
}

const helpFor = ({ usage, summary }: Command) => `  ${usage}\n      ${summary}`;
