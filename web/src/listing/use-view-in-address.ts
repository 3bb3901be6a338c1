import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { CountName } from './counts.ts';
import type { Listable, Listing, ListView } from './listing.ts';

/** The view lives in the address; what is typed shows at once and the address follows. */
export function useViewInAddress<Tab extends CountName, Sort extends string>(
  {
    viewFromSearch,
    searchOfView,
  }: Pick<Listing<Listable, Tab, Sort>, 'viewFromSearch' | 'searchOfView'>,
  to: '/inserate' | '/banner' | '/clubs',
): [ListView<Tab, Sort>, (view: ListView<Tab, Sort>) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const fromAddress = viewFromSearch(search);
  const [typed, setTyped] = useState(fromAddress.q);
  // The address follows what is typed; any other change of it (back, a link) replaces that.
  const onTheWay = useRef(new Set<string>());
  useEffect(() => {
    if (!onTheWay.current.delete(fromAddress.q)) setTyped(fromAddress.q);
  }, [fromAddress.q]);
  const setView = (view: ListView<Tab, Sort>) => {
    setTyped(view.q);
    // Typing replaces the entry, so that "back" leaves the list instead of undoing letter by
    // letter.
    const replace = view.q !== fromAddress.q;
    if (replace) onTheWay.current.add(view.q);
    void navigate({ to, search: searchOfView(view), replace, resetScroll: false });
  };
  return [{ ...fromAddress, q: typed }, setView];
}
