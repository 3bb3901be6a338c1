/**
 * The items, for a test that asserts something of each of them and would pass without any. @throws
 * when there are none
 */
export function nonEmpty<T>(items: Iterable<T>): T[] {
  const list = [...items];
  if (list.length === 0) throw new Error('what this test goes through is empty');
  return list;
}
