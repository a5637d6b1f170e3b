import type { Damage } from '#store/damage.ts';
import type { Store } from '#store/store.ts';
import type { KnownDamage } from './replica-report.ts';

/** How much damage is listed; the rest is counted. */
const MOST_NAMED = 1_000;
/** The minimum time between checks: in milliseconds, and as a multiple of how long one takes. */
const PAUSE = 60_000;
const SHARE = 20;

/**
 * Once damage is encountered, finds all of it, and checks again from time to time until there is none. To encounter it
 * before a reader does, it takes one quick look by itself.
 */
export class DamageWatch {
  readonly #onChange: (known: KnownDamage) => void;
  #known: KnownDamage = { damage: [], more: 0 };
  #isSuspected = false;
  #next = 0;
  /** When to take the quick look; by the clock of performance.now(). */
  #quickLook: number;
  #checking: Promise<void> | undefined;
  #isClosed = false;

  /**
   * @param onChange called when the damage has changed
   * @param quickLook milliseconds from now; Infinity: never
   */
  constructor(onChange: (known: KnownDamage) => void, quickLook: number) {
    this.#onChange = onChange;
    this.#quickLook = performance.now() + quickLook;
  }

  /** Whether there is damage, or may be. */
  get isSuspected(): boolean {
    return this.#isSuspected || this.#checking !== undefined;
  }

  get isKnown(): boolean {
    return this.#known.damage.length > 0;
  }

  /** Damage was encountered: checks when that is due. */
  suspect(): void {
    this.#isSuspected = true;
  }

  /** The index was built from a damaged state: checks at once. */
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
    // Whatever is checked, it need not be looked at again.
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
      // The store as a whole is in trouble, or a page of it is: the check of everything tells which.
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
        if (damage.length < MOST_NAMED) damage.push(one);
        else more += 1;
      }
      if (damage.length > 0) this.#isSuspected = true;
      this.#learn({ damage, more });
    } catch {
      // The store as a whole is in trouble, which is reported elsewhere.
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
