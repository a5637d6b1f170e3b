import type { Person } from '#catalogue/person.ts';
import { recordKey } from '#catalogue/record.ts';
import type { FileRecord, RecordType } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { NameMentions } from './name-mentions.ts';

/** Finds where a catalogue mentions the name, besides references to the person. */
export class MentionSearch {
  readonly found: { type: RecordType; key: string; name: string }[] = [];
  readonly corrections: Slug[] = [];
  readonly namesakes: Slug[] = [];
  keys = 0;
  readonly #slug: Slug;
  readonly #name: string;
  readonly #mentions: NameMentions;

  constructor({ slug, name }: Person, mentions: NameMentions) {
    this.#slug = slug;
    this.#name = name;
    this.#mentions = mentions;
  }

  meet(record: FileRecord): void {
    if (record.type === 'provenance') {
      if (this.#mentions.isIn(record.key)) this.keys++;
      return;
    }
    if (record.type === 'removed_talk') return;
    if (record.type === 'person') {
      if (record.slug === this.#slug) return;
      if (this.#mentions.isIn(record.name)) this.namesakes.push(record.slug);
      else if (this.#mentions.isInRecord(record)) this.#find(record.type, record.slug, record.name);
      return;
    }
    const isTheirs =
      record.type === 'talk' &&
      [...record.speakers, ...record.hosts, ...record.organisers].includes(this.#slug) &&
      this.#name !== '';
    if (!this.#mentions.isInRecord(record, isTheirs)) return;
    const name = 'title' in record ? record.title : 'label' in record ? record.label : record.name;
    this.#find(record.type, recordKey(record), name);
  }

  #find(type: RecordType, key: string, name: string): void {
    this.found.push({ type, key, name });
  }
}
