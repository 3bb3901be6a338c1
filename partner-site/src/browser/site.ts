/** All the script of this site; each part adds to a page that works without it. */
import { reportCalls } from './contacts.ts';
import { closeMenus } from './menus.ts';
import { saveAds } from './saved.ts';

reportCalls();
closeMenus();
saveAds();
