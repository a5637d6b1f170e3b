/** Numbers of steps that a catalogue's schema had before a migration, and has now. */
export interface Migration {
  readonly from: number;
  readonly to: number;
}
