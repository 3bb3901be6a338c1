/** All the script of this site; each part adds to a page that works without it. */
import { backToList } from './back.ts';
import { reportCalls } from './contacts.ts';
import { galleries } from './gallery.ts';
import { forgetOnLeaving } from './leave.ts';
import { closeMenus } from './menus.ts';
import { showPopUp } from './popup.ts';
import { saveAds } from './saved.ts';
import { shareAds } from './share.ts';
import { stories } from './story.ts';

reportCalls();
backToList();
closeMenus();
forgetOnLeaving();
saveAds();
shareAds();
galleries();
stories();
showPopUp();
