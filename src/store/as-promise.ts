/** SQLite is synchronous; the store interface is not. An exception of `act` becomes a rejection. */
export function asPromise<T>(act: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(act());
  });
}
