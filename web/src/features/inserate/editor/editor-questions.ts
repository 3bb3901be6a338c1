/** What the editor asks, loaded with its lower half: before anything can be asked. */
import { lazy } from '../../../ui/lazy.tsx';
import type { ChangeProps } from '../list/change-dialog.tsx';
import type { CloseQuestionsProps } from './close-questions.tsx';
import type { ClearProps, DialogsProps } from './editor-dialogs.tsx';

const load = () => import('./editor-lower-sections.tsx');

type Saving = Pick<DialogsProps['saving'], 'question' | 'closeQuestion'>;
const ofSaving = ({ saving: { question, closeQuestion } }: { saving: Saving }) => ({
  wanted: question !== null,
  onClose: closeQuestion,
});

export const EditorDialogs = lazy<DialogsProps>(
  () => load().then((code) => code.EditorDialogs),
  ofSaving,
);

export const ChangeDialog = lazy<ChangeProps>(
  () => load().then((code) => code.ChangeDialog),
  () => ({ wanted: false }),
);

export const ClearDialog = lazy<ClearProps>(
  () => load().then((code) => code.ClearDialog),
  ({ open, onClose }) => ({ wanted: open, onClose }),
);

export const CloseQuestions = lazy<CloseQuestionsProps>(
  () => load().then((code) => code.CloseQuestions),
  ({ asking, onAsk }) => ({ wanted: asking !== null, onClose: () => onAsk(null) }),
);
