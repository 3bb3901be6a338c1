export { issueKey } from './desk.ts';
export { sampleOf, setLink, tryLink } from './links.ts';
