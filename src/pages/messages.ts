import type { Language } from './language.js';
import { de } from './messages/de.js';
import { en, type Messages } from './messages/en.js';
import { es } from './messages/es.js';
import { fr } from './messages/fr.js';

/** Everything that pages say, in each of their languages. */
export const MESSAGES: Readonly<Record<Language, Messages>> = { en, de, fr, es };
