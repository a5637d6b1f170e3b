import type { Damage } from '#store/damage.ts';
import type { Store } from '#store/store.ts';
import type { KnownDamage } from './replica-report.ts';

/** Damage that is told by name; the rest is counted. */
const MOST_NAMED = 1_000;
/** Milliseconds between two checks, and how many times as long as one takes they are apart at least. */
const PAUSE = 60_000;
const SHARE = 20;

/** Once damage has been met, finds all of it, and again from time to time until there is none. */
export class DamageWatch {
  readonly #onChange: (known: KnownDamage) => void;
  #known: KnownDamage = { damage: [], more: 0 };
  #isSuspected = false;
  #next = 0;
  #checking: Promise<void> | undefined;
  #isClosed = false;

  /** @param onChange told when something else is damaged than before */
  constructor(onChange: (known: KnownDamage) => void) {
    this.#onChange = onChange;
  }

  /** Whether there is damage, or may be. */
  get isSuspected(): boolean {
    return this.#isSuspected || this.#checking !== undefined;
  }

  get isKnown(): boolean {
    return this.#known.damage.length > 0;
  }

  /** Somebody met damage: it is looked for when that is due. */
  suspect(): void {
    this.#isSuspected = true;
  }

  /** The index was made of a state with damage: it is looked for at once. */
  meet(): void {
    this.#isSuspected = true;
    this.#next = 0;
  }

  checkWhenDue(store: Pick<Store, 'findDamage'>): void {
    if (!this.#isSuspected || this.#checking !== undefined || performance.now() < this.#next) return;
    this.#checking = this.#check(store).finally(() => {
      this.#checking = undefined;
    });
  }

  close(): void {
    this.#isClosed = true;
  }

  async #check(store: Pick<Store, 'findDamage'>): Promise<void> {
    const began = performance.now();
    this.#isSuspected = false;
    const damage: Damage[] = [];
    let more = 0;
    try {
      for await (const one of store.findDamage()) {
        if (this.#isClosed) return;
        if (damage.length < MOST_NAMED) damage.push(one);
        else more += 1;
      }
      if (damage.length > 0) this.#isSuspected = true;
      this.#learn({ damage, more });
    } catch {
      // The store is in trouble as a whole, which is told by who looks at its state.
      this.#isSuspected = true;
    }
    const now = performance.now();
    this.#next = now + Math.max(PAUSE, (now - began) * SHARE);
  }

  #learn(known: KnownDamage): void {
    const isSame = JSON.stringify(known) === JSON.stringify(this.#known);
    this.#known = known;
    if (!isSame) this.#onChange(known);
  }
}
