import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { largeStatement } from '../../../testing/payments/camt/large.ts';
import { statement } from '../../../testing/payments/camt/statement.ts';
import { rounds } from '../../../testing/process/deep.ts';
import { startProgram } from '../../../testing/process/program.ts';
import { readCamt, UnusableFile } from './camt.ts';
import { referenceOf } from './reference.ts';

/** Of the large file; the tree of it alone would take more than the heap that its reader gets. */
const [LARGE_MB, HEAP_MB] = [rounds(4, 50), rounds(64, 256)];
const IBAN = 'CH5800791123000889012';
const sample = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../testing/payments/camt', name));
const read = (bytes: Uint8Array) => readCamt(bytes, [IBAN]);
const refusal = (file: string | Uint8Array) => {
  try {
    read(typeof file === 'string' ? Buffer.from(file) : file);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(UnusableFile);
    return (error as Error).message;
  }
};

test('camt.053 version 04: booked entries in Rappen with direction and reference [X-35]', () => {
  const { movements, notBooked, withoutParts } = read(sample('camt.053.001.04.xml'));
  expect([notBooked, withoutParts]).toEqual([1, 1]);
  expect(movements.map(({ key: _, ...movement }) => movement)).toEqual([
    {
      bankRef: '20261120-0001',
      bookedOn: '2026-11-20',
      amount: 10_000,
      currency: 'CHF',
      credit: true,
      reversal: false,
      reference: 'RF18539007547034',
      written: [],
    },
    {
      bankRef: '20261121-0004',
      bookedOn: '2026-11-21',
      amount: 10_000,
      currency: 'CHF',
      credit: false,
      reversal: true,
      reference: 'RF18539007547034',
      written: [],
    },
    {
      bankRef: null,
      bookedOn: '2026-11-23',
      amount: 1_230,
      currency: 'CHF',
      credit: false,
      reversal: false,
      reference: null,
      written: [],
    },
  ]);
});

test('camt.054 version 08: parts of a batch booking, other currencies, split messages [X-35]', () => {
  const { movements } = read(sample('camt.054.001.08.xml'));
  expect(
    movements.map(({ amount, currency, reference, written }) => [
      amount,
      currency,
      reference,
      written,
    ]),
  ).toEqual([
    [5_000, 'CHF', '210000000003139471430009017', []],
    [5_000, 'CHF', '210000000003139471430009017', []],
    [50_000, 'EUR', null, []],
    [130_000, 'CHF', null, ['RF2012345678901234567890']],
  ]);
  expect(new Set(movements.map(({ key }) => key)).size).toBe(4);
});

test('parsed movements contain nothing that names a payer [X-35]', () => {
  for (const name of ['camt.053.001.04.xml', 'camt.054.001.08.xml'])
    expect(JSON.stringify(read(sample(name)))).not.toMatch(
      /Rutschmann|Muster|Dank|Gruss|CH9300762/,
    );
});

test('a movement has one key across files, versions and orders, and each movement its own [X-35]', () => {
  const line = fc.record({
    amount: fc.constantFrom(5_000, 10_000),
    reference: fc.constantFrom(referenceOf('a', 'SCOR'), referenceOf('b', 'QRR')),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const keys = (file: Buffer) => read(file).movements.map(({ key }) => key);
      const once = keys(statement(lines, { kind: '053', version: '04', batch: 'S1' }));
      expect(new Set(once).size).toBe(lines.length);
      const again = keys(statement(lines.toReversed(), { kind: '054', batch: 'S1' }));
      expect(again.toSorted()).toEqual(once.toSorted());
      expect(keys(statement(lines, { batch: 'S2' })).some((key) => once.includes(key))).toBe(false);
    }),
  );
});

test('a file of another account or currency, or of another kind, is refused whole [X-35]', () => {
  expect(refusal(statement([], { iban: 'CH9300762011623852957' }))).toBe(
    'Die Datei ist von einem anderen Konto bei einer anderen Bank (…2957). Gelesen wird nur …9012.',
  );
  expect(refusal(statement([], { iban: 'CH3200791123000889013' }))).toBe(
    'Die Datei ist von einem anderen Konto (…9013). Gelesen wird nur …9012.',
  );
  expect(
    refusal(
      statement([])
        .toString()
        .replace(/<IBAN>.*<\/IBAN>/, '<Othr><Id>1</Id></Othr>'),
    ),
  ).toBe('Die Datei nennt kein Konto mit IBAN.');
  expect(refusal(statement([], { currency: 'EUR' }))).toBe(
    'Das Konto der Datei ist nicht in CHF geführt.',
  );
  const good = statement([{ amount: 5_000, reference: referenceOf('a', 'SCOR') }]).toString();
  expect(read(Buffer.from(good)).movements).toHaveLength(1);
  const old = good.replace('camt.053.001.08', 'camt.053.001.02');
  expect(refusal(old)).toBe('Die Datei ist kein camt.053 oder camt.054 der Version 04 oder 08.');
  expect(refusal(good.replace('camt.053', 'camt.052'))).toContain('kein camt.053');
  expect(refusal(good.slice(0, -20))).toBe(
    'Die Datei bricht in Zeile 12 ab, es ist nichts geändert. Lade sie bei der Bank nochmals herunter.',
  );
  expect(refusal(good.slice(0, good.length / 2))).toMatch(/^Die Datei bricht in Zeile \d+ ab, /);
  expect(refusal(good.replace('</Ntry>', '</Entry>'))).toBe(
    'Die Datei ist kein gültiges XML: Zeile 11.',
  );
  expect(refusal(good.replaceAll('BkToCstmrStmt', 'Other'))).toBe('In der Datei steht kein Konto.');
  for (const amount of ['-50.00', '50,00', '1e3', '50.001', '', 'NaN', '99999999999999'])
    expect(refusal(good.replaceAll('>50.00<', `>${amount}<`))).toContain('Amt');
  expect(refusal(good.replaceAll('CRDT', 'CREDIT'))).toContain('CdtDbtInd');
  expect(refusal('')).not.toBe('');
  expect(refusal(new Uint8Array([0xff, 0xfe, 0x3c]))).toBe(
    'Die Datei ist nicht in UTF-8 geschrieben.',
  );
  expect(refusal(new Uint8Array(50 * 1024 * 1024 + 1))).toBe('Die Datei ist grösser als 50 MB.');
});

test('what only looks like a booking is none, and a bad one among many is named by its line [BOF-100]', () => {
  const lines = Array.from({ length: 450 }, (_, n) => ({ amount: 5_000 + n }));
  const good = statement(lines).toString();
  const [entry] = /<Ntry>[\s\S]*?<\/Ntry>/.exec(good)!;
  for (const hidden of [
    `<!-- ${entry} -->`,
    `<Nm><![CDATA[${entry}]]></Nm>`,
    `<Other>${entry}</Other>`,
    `<Other at="${entry.replaceAll('"', "'")}"/>`,
    `<?bank ${entry} ?>`,
  ]) {
    const file = Buffer.from(good.replace('</Acct>', `</Acct>${hidden}`));
    expect(read(file).movements, hidden.slice(0, 12)).toHaveLength(450);
  }
  const prefixed = good.replaceAll(/<(\/?)([A-Z])/g, '<$1ns:$2').replace('xmlns=', 'xmlns:ns=');
  expect(read(Buffer.from(prefixed)).movements).toEqual(read(Buffer.from(good)).movements);
  const at = good.indexOf('>53.99<');
  const line = good.slice(0, at).split('\n').length;
  expect(refusal(`${good.slice(0, at)}>5x.99<${good.slice(at + 7)}`)).toContain(`Zeile ${line}, `);
});

test('a booking outside of the statement whose account was compared is no movement [BOF-100]', () => {
  const mine = statement([{ amount: 5_000 }]).toString();
  const [other] = /<Stmt>[\s\S]*<\/Stmt>/.exec(
    statement([{ amount: 70_000 }], { iban: 'CH9300762011623852957' }).toString(),
  )!;
  const inside = `<SplmtryData><Envlp>${other}</Envlp></SplmtryData>`;
  for (const before of ['<GrpHdr>', '<Ntry>', '<Sts>', '</Stmt>', '</BkToCstmrStmt>']) {
    const { movements } = read(Buffer.from(mine.replace(before, inside + before)));
    expect([before, ...movements.map(({ amount }) => amount)]).toEqual([before, 5_000]);
  }
  const both = mine.replace(
    '</BkToCstmrStmt>',
    `$&<BkToCstmrDbtCdtNtfctn>${other.replaceAll('Stmt>', 'Ntfctn>')}</BkToCstmrDbtCdtNtfctn>`,
  );
  expect(refusal(both)).toContain('Die Datei ist von einem anderen Konto');
});

test('what has no end is refused at once, however often it begins [BOF-100]', async () => {
  const good = statement([{ amount: 5_000 }]).toString();
  const openings = ['<!-- ', '<![CDATA[ ', '<? ', '<a ', '<a "', '< '];
  // In a process that can be ended: the square of this number takes minutes.
  const { child, ended, printed } = startProgram(
    `import { readCamtInPortions } from './camt.ts';
     for (const opening of ${JSON.stringify(openings)}) {
       const text = ${JSON.stringify(good)}.replace('<Ntry>', opening.repeat(500_000) + '<Ntry>');
       const problem = await readCamtInPortions(Buffer.from(text), ['${IBAN}']).catch((error) => error);
       console.log(problem.name + ': ' + problem.message.slice(0, 34));
     }`,
    { folder: import.meta.dirname },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await ended).toBe(0);
  expect(printed().trim().split('\n')).toEqual(
    openings.map(() => 'UnusableFile: Die Datei ist kein gültiges XML: Z'),
  );
});

test(`a file of ${LARGE_MB} MB is read in little memory, and leaves others their turn [BOF-100]`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'samtrot-camt-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'auszug.xml');
  const { file, count } = largeStatement(LARGE_MB * 1024 * 1024);
  writeFileSync(path, file);
  const { ended, printed } = startProgram(
    `import { readFileSync } from 'node:fs';
     import { readCamtInPortions } from './camt.ts';
     let turns = 0;
     const timer = setInterval(() => turns++, 0);
     const { movements } = await readCamtInPortions(readFileSync(${JSON.stringify(path)}), ['${IBAN}']);
     clearInterval(timer);
     console.log(JSON.stringify([movements.length, new Set(movements.map(({ key }) => key)).size, turns > 10]));`,
    { folder: import.meta.dirname, env: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` } },
  );
  expect(await ended).toBe(0);
  expect(JSON.parse(printed())).toEqual([count, count, true]);
});

test('a batch booking without the amount of each part is refused [X-35, T-PAY-04]', () => {
  const parts = ['a', 'b'].map((id, n) => ({
    amount: 6_000 - 2_000 * n,
    reference: referenceOf(id, 'SCOR'),
  }));
  const good = statement(parts, { batch: 'S1' }).toString();
  expect(read(Buffer.from(good)).movements.map(({ amount }) => amount)).toEqual([6_000, 4_000]);
  const words = 'Eine Sammelbuchung nennt nicht von jedem Teil den Betrag.';
  expect(refusal(good.replaceAll(/<TxDtls><Amt [^>]*>[\d.]*<\/Amt>/g, '<TxDtls>'))).toBe(words);
  expect(refusal(good.replace(/<TxDtls><Amt [^>]*>[\d.]*<\/Amt>/, '<TxDtls>'))).toBe(words);
});

test('a file that defines entities is refused before it is parsed [X-35]', () => {
  const good = statement([{ amount: 5_000 }]).toString();
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';
  for (const harm of [bomb, '<!doctype x SYSTEM "file:///etc/passwd">', '<!ENTITY x "y">'])
    expect(refusal(good.replace('?>\n', `?>\n${harm}\n`))).toBe(
      'Die Datei enthält Definitionen (DOCTYPE).',
    );
});

test('any input parses or fails with UnusableFile [X-35]', () => {
  const good = statement([
    { amount: 5_000, reference: referenceOf('a', 'SCOR') },
    { amount: 100, debit: true },
  ]).toString();
  fc.assert(
    fc.property(
      fc.nat({ max: good.length }),
      fc.nat({ max: 40 }),
      fc.string({ unit: 'binary' }),
      (at, length, junk) => {
        refusal(good.slice(0, at) + junk + good.slice(at + length));
      },
    ),
    { numRuns: 100 },
  );
  const deep = `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`;
  expect(refusal(good.replace('<GrpHdr>', `${deep}<GrpHdr>`))).not.toBe('');
  expect(refusal(good.replace('<GrpHdr>', '<__proto__><x/></__proto__><GrpHdr>'))).toBeTypeOf(
    'string',
  );
});
