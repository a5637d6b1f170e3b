import type { Damage } from '#store/damage.ts';
import type { Store } from '#store/store.ts';

/** The damage found in a store: a list, and how much more there is. */
export interface KnownDamage {
  readonly damage: readonly Damage[];
  readonly more: number;
}

/** The most damage that is listed; the rest is only counted. */
const MAX_NAMED = 1_000;
/** The minimum time between checks: in milliseconds, and as a multiple of how long one takes. */
const PAUSE = 60_000;
const SHARE = 20;

/**
 * Once damage is found, checks the whole store, and again from time to time until there is none. To find damage before
 * a reader does, it makes one quick check by itself.
 */
export class DamageWatch {
  readonly #onChange: (known: KnownDamage) => void;
  #known: KnownDamage = { damage: [], more: 0 };
  #isSuspected = false;
  #next = 0;
  /** When to make the quick check, by the clock of performance.now(). */
  #quickLook: number;
  #checking: Promise<void> | undefined;
  #isClosed = false;

  /**
   * @param onChange called when the damage has changed
   * @param quickLook milliseconds until the quick check; Infinity: never
   */
  constructor(onChange: (known: KnownDamage) => void, quickLook: number) {
    this.#onChange = onChange;
    this.#quickLook = performance.now() + quickLook;
  }

  get isKnown(): boolean {
    return this.#known.damage.length > 0;
  }

  /** Damage was found: makes a check when one is due. */
  suspect(): void {
    this.#isSuspected = true;
  }

  /** The index was built from a damaged state: makes a check due at once. */
  meet(): void {
    this.#isSuspected = true;
    this.#next = 0;
  }

  checkWhenDue(store: Pick<Store, 'findDamage'>): void {
    if (this.#checking !== undefined) return;
    const now = performance.now();
    const check = this.#isSuspected && now >= this.#next;
    const quickLook = !this.#isSuspected && now >= this.#quickLook;
    if (!check && !quickLook) return;
    // Either check makes a quick one unnecessary.
    this.#quickLook = Infinity;
    this.#checking = (check ? this.#check(store) : this.#lookQuickly(store)).finally(() => {
      this.#checking = undefined;
    });
  }

  close(): void {
    this.#isClosed = true;
  }

  async #lookQuickly(store: Pick<Store, 'findDamage'>): Promise<void> {
    try {
      for await (const _ of store.findDamage('quick')) {
        this.meet();
        return;
      }
    } catch {
      // The whole store cannot be read, or only a page of it: the full check tells which.
      this.suspect();
    }
  }

  async #check(store: Pick<Store, 'findDamage'>): Promise<void> {
    const began = performance.now();
    this.#isSuspected = false;
    const damage: Damage[] = [];
    let more = 0;
    try {
      for await (const one of store.findDamage()) {
        if (this.#isClosed) return;
        if (damage.length < MAX_NAMED) damage.push(one);
        else more += 1;
      }
      if (damage.length > 0) this.#isSuspected = true;
      this.#learn({ damage, more });
    } catch {
      // The whole store cannot be read, which is reported elsewhere.
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
