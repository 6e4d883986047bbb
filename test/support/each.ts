/**
 * Runs the work for each item, at most this many at once. @returns the results in the order of the
 * items.
 */
export async function each<Item, Result>(
  items: Item[],
  many: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: many }, worker));
  return results;
}
