import { FILE_MAX_BYTES, FILES_MAX, fileTexts } from '@samtrot/shared/support/file-rules.ts';
import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { FileRefused, sendFile } from '../lib/api/send-file.ts';
import { buttonClass } from './button.tsx';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.tsx';
import './message-files.css';

interface Chosen {
  key: string;
  name: string;
  percent: number;
  /** Its number once it has arrived. */
  id?: number;
}

const TYPES = ['image/png', 'image/jpeg', 'application/pdf'];

interface Calls {
  /** Name of the call that uploads one. */
  attach: string;
  detach(id: number): Promise<unknown>;
}

/** The files of a message that is being written. */
export function useMessageFiles({ attach, detach }: Calls) {
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef(new Map<string, AbortController>());
  const change = (key: string, to: Partial<Chosen>) =>
    setChosen((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const drop = (key: string) => setChosen((all) => all.filter((one) => one.key !== key));

  const upload = async (file: File) => {
    const key = crypto.randomUUID();
    const stop = new AbortController();
    running.current.set(key, stop);
    setChosen((all) => [...all, { key, name: file.name, percent: 0 }]);
    try {
      const onProgress = (percent: number) => change(key, { percent });
      const { id } = await sendFile(attach, file, { onProgress, signal: stop.signal });
      change(key, { percent: 100, id });
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      drop(key);
      if (!stop.signal.aborted) setProblem(`${file.name}: ${error.message}`);
    } finally {
      running.current.delete(key);
    }
  };
  return {
    chosen,
    problem,
    ids: chosen.flatMap(({ id }) => id ?? []),
    isUploading: chosen.some(({ id }) => id === undefined),
    setProblem,
    async add(files: readonly File[]) {
      setProblem(null);
      if (chosen.length + files.length > FILES_MAX) return setProblem(fileTexts.number);
      const wrong = files.find(({ type }) => !TYPES.includes(type));
      if (wrong) return setProblem(`${wrong.name}: ${fileTexts.type}`);
      const large = files.find(({ size }) => size > FILE_MAX_BYTES);
      if (large) return setProblem(`${large.name}: ${fileTexts.size}`);
      for (const file of files) await upload(file);
    },
    remove({ key, id }: Chosen) {
      setProblem(null);
      running.current.get(key)?.abort();
      drop(key);
      if (id !== undefined) void detach(id).catch(() => {});
    },
    /** These have been sent; what was chosen since stays. */
    sent(ids: readonly number[]) {
      setChosen((all) => all.filter(({ id }) => id === undefined || !ids.includes(id)));
      setProblem(null);
    },
  };
}

/** Chooses files, shows how far they are, takes them off again (EXP-90). */
export const MessageFiles = ({ of }: { of: ReturnType<typeof useMessageFiles> }) => (
  <>
    <Field
      label="Dateien"
      optional
      help={`PNG, JPG oder PDF, höchstens 10 MB und ${FILES_MAX} Dateien.`}
      error={of.problem}
    >
      {/* The browser names its own control in the language of the device. */}
      <span className="message-files-add">
        <span className={buttonClass({ size: 'sm' })}>
          <Paperclip className="i" aria-hidden />
          Dateien anhängen
        </span>
        <Input
          type="file"
          multiple
          accept={TYPES.join()}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            target.value = '';
            void of.add(files);
          }}
        />
      </span>
    </Field>
    {of.chosen.length > 0 && (
      <ul className="message-files" aria-label="Gewählte Dateien">
        {of.chosen.map((one) => (
          <li key={one.key}>
            <span className="message-file">{one.name}</span>
            {one.id === undefined && (
              <progress max={100} value={one.percent} aria-label={`${one.name} wird hochgeladen`} />
            )}
            <IconButton icon={X} label={`${one.name} entfernen`} onClick={() => of.remove(one)} />
          </li>
        ))}
      </ul>
    )}
  </>
);
