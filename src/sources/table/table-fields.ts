/**
 * What a column of a table may hold, and the headers by which each is guessed: the first that the table has. In English, German,
 * French and Spanish, as `foldedHeader` has them.
 */
export const TABLE_FIELDS = {
  id: 'id, uid, guid, uuid, key, identifier, talk id, event id, kennung, identifiant, identificador',
  slug: 'slug',
  title:
    'title, talk title, title of talk, event title, lecture title, subject, talk, lecture, event name, event, ' +
    'titel, vortragstitel, vortrag, thema, betreff, veranstaltung, titre, expose, sujet, intitule, ' +
    'titulo, charla, ponencia, conferencia, asunto, summary',
  speakers:
    'speakers, speaker, speaker s, speaker name, speaker names, presenters, presenter, lecturers, lecturer, authors, author, ' +
    'referent, referentin, referenten, referent in, vortragende, vortragender, vortragende r, sprecher, redner, ' +
    'orateurs, orateur, oratrice, intervenants, intervenant, intervenante, intervenant e, conferenciers, conferencier, ' +
    'ponentes, ponente, oradores, orador, conferenciante, autoren, autor, auteurs, auteur, autores',
  affiliation:
    'affiliation, affiliations, speaker affiliation, speaker institution, institution, zugehorigkeit, etablissement, ' +
    'institucion, afiliacion, filiacion',
  start:
    'start utc, start, starts, start at, start time, starttime, start datetime, datetime, date time, date and time, ' +
    'dtstart, begin, begins, beginn, anfang, startzeit, debut, heure de debut, inicio, comienzo, hora de inicio, ' +
    'when, wann, quand, cuando',
  date:
    'date, start date, startdate, day, talk date, event date, date of talk, datum, startdatum, tag, date de debut, jour, ' +
    'fecha, fecha de inicio, dia',
  time: 'time, times, zeit, uhrzeit, heure, horaire, hora, horario',
  end:
    'end utc, end, ends, end time, endtime, end datetime, finish, dtend, until, ende, endzeit, bis, fin, heure de fin, ' +
    'hora de fin, final',
  end_date: 'end date, enddate, enddatum, date de fin, fecha de fin',
  duration:
    'duration, length, duration min, duration mins, duration minutes, duration sec, duration secs, duration seconds, ' +
    'duration hours, duration h, dauer, dauer min, duree, duree min, duracion, duracion min',
  time_zone: 'time zone, timezone, tz, zeitzone, fuseau horaire, fuseau, zona horaria',
  venue: 'venue, venue name, building, gebaude, veranstaltungsort, batiment, edificio',
  room: 'room, room name, raum, saal, horsaal, salle, amphitheatre, sala, aula',
  location: 'location, place, where, ort, wo, lieu, endroit, lugar, ubicacion',
  address: 'address, venue address, street address, adresse, anschrift, direccion',
  online:
    'online url, online link, online, zoom link, zoom url, zoom, meeting link, meeting url, stream url, stream, livestream',
  description:
    'abstract, description, desc, details, zusammenfassung, beschreibung, inhalt, resume, resumen, descripcion, summary',
  series:
    'series, series title, series name, seminar series, seminar, seminar name, colloquium, reihe, vortragsreihe, ' +
    'seminarreihe, kolloquium, serie, cycle, seminaire, ciclo, seminario',
  department:
    'department, organising department, organizing department, dept, faculty, abteilung, fachbereich, fakultat, ' +
    'departement, faculte, departamento, facultad',
  topics:
    'topics, topic, tags, tag, keywords, keyword, categories, category, subjects, themen, schlagworte, schlagworter, ' +
    'stichworte, kategorien, kategorie, mots cles, themes, etiquettes, categorie, palabras clave, etiquetas, temas, ' +
    'categorias, categoria',
  audience: 'audience, audiences, open to, zielgruppe, publikum, public, publico',
  language: 'language, lang, sprache, langue, idioma, lengua',
  url: 'url, link, web page, webpage, page url, talk url, event url, web address, website, page, webseite, lien, page web, site web, enlace, pagina web, sitio web',
  status: 'status, state, statut, etat, estado',
  hosts: 'hosts, host, chairs, chair, gastgeber, moderation, moderator, hote, anfitrion, moderador',
  organisers:
    'organisers, organiser, organizers, organizer, veranstalter, organisator, organisateurs, organisateur, ' +
    'organizadores, organizador',
  contact: 'contact, contact email, organiser email, organizer email, kontakt, contacto',
  booking:
    'booking, booking required, registration, registration required, anmeldung, inscription, inscripcion, reserva',
  booking_url: 'booking address, booking url, booking link, registration url, registration link',
  booking_email: 'booking email, registration email',
  cost: 'cost, price, fee, kosten, preis, eintritt, prix, tarif, cout, precio, coste',
  special_message: 'special message, notice, hinweis, remarque, aviso',
  updated: 'updated utc, updated, updated at, last updated, last modified, modified, geandert, actualizado',
} as const satisfies Record<string, string>;

export type TableField = keyof typeof TABLE_FIELDS;

export const TABLE_FIELD_NAMES: readonly string[] = Object.keys(TABLE_FIELDS);

export function isTableField(name: string): name is TableField {
  return Object.hasOwn(TABLE_FIELDS, name);
}

/** Headers that are looked at; a table of talks has some dozens. */
export const MOST_COLUMNS = 1000;
/** Characters of a header. */
const LONGEST_HEADER = 100;

/** In lower case, without accents, punctuation and what stands in brackets: `Start-Zeit (MEZ)`, `startTime` → `start zeit`, `start time`. */
export function foldedHeader(header: string): string {
  if (header.length > LONGEST_HEADER) return '';
  const bare = header.replace(/\([^()]*\)/g, ' ');
  return (bare.trim() === '' ? header : bare)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

type Guess = readonly [field: TableField, header: string, rank: number];

const GUESSES: ReadonlyMap<string, readonly Guess[]> = guesses();

function guesses(): Map<string, Guess[]> {
  const all = new Map<string, Guess[]>();
  for (const [field, headers] of Object.entries(TABLE_FIELDS)) {
    if (!isTableField(field)) continue;
    for (const [rank, header] of headers.split(', ').entries()) {
      all.set(header, [...(all.get(header) ?? []), [field, header, rank]]);
    }
  }
  return all;
}

/**
 * Which column each field is guessed to be in, by its index. No column is guessed to be two things: fields come in the order of
 * TABLE_FIELDS.
 *
 * @param taken columns and fields that somebody has told
 */
export function guessedColumns(
  headers: readonly string[],
  taken: { readonly columns: ReadonlySet<number>; readonly fields: ReadonlySet<string> },
): Map<TableField, number> {
  const best = new Map<TableField, { readonly rank: number; readonly column: number }[]>();
  for (const [column, header] of headers.slice(0, MOST_COLUMNS).entries()) {
    if (taken.columns.has(column)) continue;
    for (const [field, , rank] of GUESSES.get(foldedHeader(header)) ?? []) {
      if (!taken.fields.has(field)) best.set(field, [...(best.get(field) ?? []), { rank, column }]);
    }
  }
  const found = new Map<TableField, number>();
  const used = new Set<number>();
  for (const field of TABLE_FIELD_NAMES) {
    if (!isTableField(field)) continue;
    const free = (best.get(field) ?? []).filter(({ column }) => !used.has(column)).sort((a, b) => a.rank - b.rank);
    const [first] = free;
    if (first === undefined) continue;
    found.set(field, first.column);
    used.add(first.column);
  }
  return found;
}

const NOTHING_TAKEN = { columns: new Set<number>(), fields: new Set<string>() };

/** How much these cells look like the header of a table of talks: how many fields are guessed. */
export function headersKnown(cells: readonly string[]): number {
  return guessedColumns(cells, NOTHING_TAKEN).size;
}

/** Whether there is something that says what a talk is called, and something that says when it is. */
export function isHeaderOfTalks(cells: readonly string[]): boolean {
  const found = guessedColumns(cells, NOTHING_TAKEN);
  return found.has('title') && (found.has('start') || found.has('date') || found.has('time'));
}
