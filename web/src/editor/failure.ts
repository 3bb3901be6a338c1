import { ApiError } from '../lib/api/api.ts';
import type { Conflict, Failure, Saved } from './state.ts';

/** Codes by which the server refuses to save an item of this kind. */
export interface RefusalCodes {
  /** Another window has saved another version. */
  conflict: string;
  /** No further attempt changes them. */
  final: readonly string[];
  /** Temporary ones whose message helps the person. */
  helpful?: readonly string[];
}

export function failureOf(error: unknown, { conflict, final, helpful }: RefusalCodes): Failure {
  const { code, message } = error instanceof ApiError ? error : { code: '', message: '' };
  if (code === conflict) return { kind: 'conflict', conflict: conflictOf(error) };
  if (code === 'NOT_LOGGED_IN') return { kind: 'session' };
  if (final.includes(code)) return { kind: 'final' };
  const says = code === 'MAINTENANCE' || helpful?.includes(code);
  return { kind: 'temporary', hint: says ? message : '' };
}

function conflictOf(error: unknown): Conflict {
  const { version, saved_at } = error instanceof ApiError ? error.details : {};
  return { version: Number(version), savedAt: typeof saved_at === 'string' ? saved_at : null };
}

/** Saves without the refused fields, such as a title that is too long: they stay as they were. */
export async function saveValidFields<C extends object>(
  save: (content: C) => Promise<Saved>,
  content: C,
  saved: C,
): Promise<Saved> {
  try {
    return await save(content);
  } catch (error) {
    const fields =
      error instanceof ApiError && error.code === 'INVALID_INPUT' ? wireFields(error) : [];
    const before = Object.entries(saved).filter(([field]) => fields.includes(field));
    if (before.length === 0) throw error;
    return { ...(await save({ ...content, ...Object.fromEntries(before) })), partly: true };
  }
}

const wireFields = ({ fields }: ApiError): string[] =>
  Object.keys(fields).map((path) => path.split('.')[0]!);
