/** Union of two ascending lists: ascending, without duplicates. */
export function union(ones: Uint32Array, others: Uint32Array): Uint32Array {
  if (ones.length === 0) return others;
  if (others.length === 0) return ones;
  const all = new Uint32Array(ones.length + others.length);
  let size = 0;
  for (let one = 0, other = 0; one < ones.length || other < others.length; size++) {
    const [left = Infinity, right = Infinity] = [ones[one], others[other]];
    all[size] = Math.min(left, right);
    if (left <= right) one++;
    if (right <= left) other++;
  }
  return all.slice(0, size);
}
