/** The cookies of this site: age confirmed, pictures covered, popup banner shown. */
export const [AGE_COOKIE, VEIL_COOKIE, OVER_COOKIE] = ['alter', 'verdeckt', 'popup'];
/** Each lasts so long. */
export const COOKIE_HOURS = 24;
