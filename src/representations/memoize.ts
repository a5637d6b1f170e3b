/**
 * A function that computes its value once for each key.
 * @param most keys to remember; when there are more, all are forgotten
 */
export function memoize<Key, Value>(compute: (key: Key) => Value, most = Infinity): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      if (known.size >= most) known.clear();
      known.set(key, (value = compute(key)));
    }
    return value;
  };
}
