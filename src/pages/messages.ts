import type { Language } from './frame/language.ts';
import { de } from './messages/de.ts';
import { en, type Messages } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';

/** Everything that pages say, in each of their languages. */
export const MESSAGES: Readonly<Record<Language, Messages>> = { en, de, fr, es };
