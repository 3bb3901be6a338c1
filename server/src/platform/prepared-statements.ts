import pg from 'pg';

/** A database process keeps a plan of each, for every connection. */
const MAX_STATEMENTS = 256;
/** One that nobody has asked for in this time gives its place to another. */
const REST_MS = 10_000;
/** Of texts that came once; a list of another length is another text. */
const MAX_SEEN = 1_000;
/** Not those that begin and end transactions. */
const PREPARED = /^\s*(select|insert|update|delete|with)\b/i;
/**
 * All columns: a migration that adds one would fail them in the processes of the version before.
 */
const ALL_COLUMNS = /(\bselect|\breturning|,|\.)\s*("?\w+"?\.)?\*/i;
/** A longer list is rarely repeated with the same length; reads that go together have more. */
const MAX_VALUES = 150;

const columns = new Map<string, readonly pg.FieldDef[]>();

/** The columns of the answer to this text, once it was sent; see `together`. */
export const columnsOf = (text: string): readonly pg.FieldDef[] | undefined => columns.get(text);

type Noted = Pick<pg.QueryResult, 'fields'>;
function noting(text: string, answer: Promise<Noted>): Promise<Noted> {
  if (columns.has(text)) return answer;
  return answer.then((result) => {
    // The oldest alone: without all at once every read that goes with others would go by itself.
    if (columns.size >= MAX_SEEN) columns.delete(columns.keys().next().value!);
    columns.set(text, result.fields);
    return result;
  });
}

type Query = (...args: unknown[]) => unknown;
type Failed = (error: unknown) => void;

interface Held {
  connection: { parsedStatements: Record<string, string> };
}

/**
 * A client for a pool that prepares what it is asked for a second time, at most `maxStatements`
 * texts, those asked for lately: parsing and planning take longer than most statements. Not for
 * poolers that give each transaction another connection.
 */
export function preparingClient({
  maxStatements = MAX_STATEMENTS,
  restMs = REST_MS,
} = {}): typeof pg.Client {
  /** By text, the one asked for longest ago first. */
  const prepared = new Map<string, { name: string; at: number }>();
  const seen = new Set<string>();
  const clients = new Set<{ retire(name: string): void }>();
  let made = 0;

  const retire = (text: string, name: string): void => {
    prepared.delete(text);
    for (const client of clients) client.retire(name);
  };
  const hasPlace = (now: number): boolean => {
    if (prepared.size < maxStatements) return true;
    const [text, { name, at }] = prepared.entries().next().value!;
    if (now - at < restMs) return false;
    retire(text, name);
    return true;
  };
  const nameOf = (text: string): string | undefined => {
    const at = performance.now();
    const known = prepared.get(text)?.name;
    if (known !== undefined) {
      prepared.delete(text);
      prepared.set(text, { name: known, at });
      return known;
    }
    if (!seen.has(text)) {
      if (seen.size >= MAX_SEEN) seen.clear();
      seen.add(text);
      return undefined;
    }
    if (!hasPlace(at)) return undefined;
    seen.delete(text);
    const name = `g${made++}`;
    prepared.set(text, { name, at });
    return name;
  };
  /** A migration changed the columns of a prepared statement: all get new names. */
  const onFailure: Failed = (error) => {
    if (!(error instanceof pg.DatabaseError) || !isStale(error)) return;
    for (const [text, { name }] of [...prepared]) retire(text, name);
  };

  return class PreparingClient extends pg.Client {
    /** Names that no text has any more, still held by the database. */
    #retired: string[] = [];

    constructor(...args: ConstructorParameters<typeof pg.Client>) {
      super(...args);
      this.once('connect', () => clients.add(this));
      this.once('end', () => clients.delete(this));
    }

    // The overloads of `pg` are not expressible here; everything else is passed on as it came.
    override query = ((...args: unknown[]) => {
      const [text, values, callback] = args;
      const ask = super.query.bind(this) as Query;
      const asked = typeof text === 'string' && Array.isArray(values) ? text : undefined;
      const repeats =
        asked !== undefined &&
        (prepared.has(asked) ||
          (PREPARED.test(asked) &&
            !ALL_COLUMNS.test(asked) &&
            (values as unknown[]).length <= MAX_VALUES));
      const name = repeats ? nameOf(asked) : undefined;
      if (name === undefined) {
        const answer = ask(...args);
        return repeats && callback === undefined
          ? noting(asked!, answer as Promise<Noted>)
          : answer;
      }
      this.#release(ask);
      if (typeof callback === 'function')
        return ask({ name, text, values }, (error: unknown, result: unknown) => {
          onFailure(error);
          callback(error, result);
        });
      const answer = noting(asked!, ask({ name, text, values }) as Promise<Noted>);
      answer.catch(onFailure);
      return answer;
    }) as typeof pg.Client.prototype.query;

    retire(name: string): void {
      if (this.#held[name] !== undefined) this.#retired.push(name);
    }

    /** Before the next statement; what cannot be released goes with the connection. */
    #release(ask: Query): void {
      const held = this.#held;
      for (const name of this.#retired.splice(0))
        (ask(`deallocate ${name}`) as Promise<unknown>).then(
          () => delete held[name],
          () => {},
        );
    }

    /** What the driver knows to be prepared, by name; its types leave it out. */
    get #held(): Record<string, string> {
      return (this as unknown as Held).connection.parsedStatements;
    }
  };
}

const isStale = ({ code, message }: pg.DatabaseError) =>
  code === '0A000' && message.includes('cached plan');
