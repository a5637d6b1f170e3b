/** SQLite answers at once; the contract leaves room for stores that do not. */
export function asPromise<T>(act: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(act());
  });
}
