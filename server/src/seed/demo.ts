/** What every account of the demo and of bulk data logs in with. */
export const DEMO_PASSWORD = 'Samt-und-Seide-24';
