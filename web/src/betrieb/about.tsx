import { objectLabel } from '@samtrot/shared/audit/rules.ts';
import { useMe } from './api.ts';
import { HouseLink } from './link.tsx';
import { mayOpen } from './navigation.ts';
import { objectPath } from './thing.ts';

/** What a line is about, as a link where this person may open it. */
export function About({ object }: { object: string }) {
  const { rights } = useMe();
  const path = objectPath(object);
  const label = objectLabel(object);
  return path && mayOpen(path, rights) ? <HouseLink to={path}>{label}</HouseLink> : label;
}
