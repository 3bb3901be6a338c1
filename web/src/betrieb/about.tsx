import { useMe } from './api.ts';
import { HouseLink } from './link.tsx';
import { mayOpen } from './navigation.ts';
import { objectPath } from './thing.ts';

/** What a line is about, as a link where this person may open it. */
export function About({ of: { object, about } }: { of: { object: string; about: string } }) {
  const { rights } = useMe();
  const path = objectPath(object);
  return path && mayOpen(path, rights) ? <HouseLink to={path}>{about}</HouseLink> : about;
}
