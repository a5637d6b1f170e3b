import type { Messages } from './en.ts';

export const deHelp: Messages['help'] = {
  aboutTitle: 'Über diese Seiten',
  helpTitle: 'Hilfe',
  about: {
    what: {
      title: 'Worum es geht',
      text: [
        'Vorlesungen, Seminare und andere Vorträge, zusammengetragen bei ihren Veranstaltern, damit Sie an einer Stelle finden, was stattfindet.',
        'Die Angaben zu einem Vortrag stammen von seinen Veranstaltern. Wenn etwas falsch ist oder fehlt, können sie es berichtigen; ihre Adresse steht auf der Seite, wenn sie eine angegeben haben.',
      ],
    },
    privacy: {
      title: 'Datenschutz',
      text: [
        'Diese Seiten setzen keine Cookies, laden nichts von anderen Websites und erfassen keine Besuche. Ihre Zeitzone und alles, was Sie kopieren oder teilen, bleibt in Ihrem Browser.',
        'Links zu Kalendern, Karten und Anmeldungen führen zu anderen Diensten, für die eigene Regeln gelten.',
      ],
    },
    access: {
      title: 'Barrierefreiheit',
      text: [
        'Die Seiten sollen die Web Content Accessibility Guidelines 2.2 auf der Stufe AA erfüllen. Alles lässt sich allein mit der Tastatur bedienen, ohne Skript, in jeder Schriftgröße und mit den Farben und Bewegungen, die auf Ihrem Gerät eingestellt sind.',
        'Für die Barrierefreiheit eines Raums sind die Veranstalter zuständig; ist nichts dazu vermerkt, fragen Sie bitte dort nach.',
      ],
    },
    software: {
      title: 'Die Software',
      text: [
        'Diese Seiten entstehen mit Lectern, einer freien Software für Vortragsverzeichnisse. Auch Programme können alles lesen:',
      ],
      link: 'Beschreibung der Schnittstelle (auf Englisch)',
    },
  },
  help: {
    find: {
      title: 'Einen Vortrag finden',
      text: [
        'Suchen Sie nach Wörtern, nach Tagen, nach Veranstaltern oder Orten. Wörter in Anführungszeichen werden genau so gesucht, wie sie dort stehen: "dunkle Materie". Der Anfang eines Wortes genügt, ab drei Buchstaben. Akzente sowie Groß- und Kleinschreibung spielen keine Rolle.',
        'Die Adresse einer Ergebnisseite enthält die ganze Suche. Speichern Sie sie als Lesezeichen oder schicken Sie sie weiter: Andere sehen dann dasselbe.',
      ],
    },
    time: {
      title: 'Tage und Uhrzeiten',
      text: [
        'Alle Uhrzeiten gelten am Ort des Vortrags; die Zeitzone ist genannt. Ist auf Ihrem Gerät eine andere eingestellt, zeigt die Seite eines Vortrags auch die Zeit bei Ihnen.',
      ],
    },
    follow: {
      title: 'Vorträge im eigenen Kalender',
      text: [
        'Auf der Seite eines Vortrags können Sie ihn so, wie er jetzt angekündigt ist, in Ihren Kalender eintragen. Um einer Reihe, einer Person, einer Einrichtung oder einer Suche zu folgen, wählen Sie dort „Abonnieren“: Änderungen erscheinen dann auch in Ihrem Kalender. Wie schnell, hängt vom Kalender ab; bei Google kann es einen Tag dauern.',
      ],
    },
    keyboard: {
      title: 'Mit der Tastatur',
      text: [
        'Mit der Tabulatortaste erreichen Sie alles, als Erstes einen Link, der die Navigation überspringt. In einem Kalender führen die Pfeiltasten von Tag zu Tag, Bild auf und Bild ab in einen anderen Monat oder eine andere Woche.',
      ],
    },
    print: {
      title: 'Auf Papier',
      text: ['Gedruckt wird die Seite eines Vortrags zum Plakat und eine Liste zum Aushang.'],
    },
    language: {
      title: 'Sprache',
      text: [
        'Die Seiten gibt es auf Englisch, Deutsch, Französisch und Spanisch: in der Sprache, die in Ihrem Browser eingestellt ist oder die Sie am Ende einer Seite wählen. Die Vorträge selbst sind in der Sprache ihrer Veranstalter beschrieben.',
      ],
    },
  },
};
