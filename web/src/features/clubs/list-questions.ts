import { deletionText } from '@samtrot/shared/refunds/rules.ts';
import { asQuestion, type Question } from '../../listing/question.ts';
import type { ListedClub } from './list.ts';

export type ClubDialogType = 'CLUB_DELETE';

/** The only question of the list: the form has its own for changing and prolonging. */
export function questionOf(_type: ClubDialogType, club: ListedClub): Question {
  return asQuestion(
    {
      title: 'Club löschen?',
      text: `Texte und Bilder werden endgültig gelöscht. ${deletionText('club', club.status, { unbegun: club.planned_refund })}`.trim(),
      safe: 'Behalten',
      act: 'Löschen',
      busy: 'Wird gelöscht …',
      danger: true,
      refund: { atLeast: club.planned_refund, more: false },
    },
    club.club_name,
    club.ID,
  );
}
