import pg from 'pg';

/** A database process keeps a plan of each, for every connection. */
const MAX_STATEMENTS = 256;
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

/**
 * A client for a pool that prepares what it is asked for a second time, at most `maxStatements`
 * texts: parsing and planning take longer than most statements. Not for poolers that give each
 * transaction another connection.
 */
export function preparingClient({ maxStatements = MAX_STATEMENTS } = {}): typeof pg.Client {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  let generation = 0;

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxStatements) return known;
    if (seen.delete(text)) {
      const name = `g${generation}_${names.size}`;
      names.set(text, name);
      return name;
    }
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.add(text);
    return undefined;
  };
  /** A migration changed the columns of a prepared statement: all get new names. */
  const onFailure: Failed = (error) => {
    if (!(error instanceof pg.DatabaseError) || !isStale(error)) return;
    generation++;
    names.clear();
  };

  return class PreparingClient extends pg.Client {
    // The overloads of `pg` are not expressible here; everything else is passed on as it came.
    override query = ((...args: unknown[]) => {
      const [text, values, callback] = args;
      const ask = super.query.bind(this) as Query;
      const asked = typeof text === 'string' && Array.isArray(values) ? text : undefined;
      const known = asked === undefined ? undefined : names.get(asked);
      const repeats =
        known !== undefined ||
        (asked !== undefined &&
          PREPARED.test(asked) &&
          !ALL_COLUMNS.test(asked) &&
          (values as unknown[]).length <= MAX_VALUES);
      const name = repeats ? (known ?? nameOf(asked!)) : undefined;
      if (name === undefined) {
        const answer = ask(...args);
        return repeats && callback === undefined
          ? noting(asked!, answer as Promise<Noted>)
          : answer;
      }
      if (typeof callback === 'function')
        return ask({ name, text, values }, (error: unknown, result: unknown) => {
          onFailure(error);
          callback(error, result);
        });
      const answer = noting(asked!, ask({ name, text, values }) as Promise<Noted>);
      answer.catch(onFailure);
      return answer;
    }) as typeof pg.Client.prototype.query;
  };
}

const isStale = ({ code, message }: pg.DatabaseError) =>
  code === '0A000' && message.includes('cached plan');
