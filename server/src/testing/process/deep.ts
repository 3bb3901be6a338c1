/** True in `npm run test:deep`, which runs every count in full. */
export const DEEP = process.env.TEST_DEEP === '1';

/** How often something is repeated: `usual` in `npm test`, `full` in the deep run. */
export const rounds = (usual: number, full: number): number => (DEEP ? full : usual);

/** All of them in the deep run, else so many of them, from the first to the last. */
export const some = <T>(all: readonly T[], usual: number): readonly T[] =>
  DEEP ? all : all.filter((_, index) => (index * usual) % all.length < usual);
