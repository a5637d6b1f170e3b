import type { Messages } from './en.js';

export const deHelp: Messages['help'] = {
  aboutTitle: 'Über diese Seiten',
  helpTitle: 'Hilfe',
  about: {
    what: {
      title: 'Worum es geht',
      text: [
        'Vorlesungen, Seminare und andere Vorträge, zusammengetragen von denen, die sie veranstalten, damit Sie an einem Ort finden, was es gibt.',
        'Was auf der Seite eines Vortrags steht, kommt von seinen Veranstaltern. Ist etwas falsch oder fehlt es, können sie es berichtigen; die Seite sagt, wie sie zu erreichen sind.',
      ],
    },
    privacy: {
      title: 'Ihre Privatsphäre',
      text: [
        'Diese Seiten setzen keine Cookies, laden nichts von anderen Websites und zählen niemanden. Ihre Zeitzone und was Sie kopieren oder teilen bleiben in Ihrem Browser.',
        'Links zu Kalendern, Karten und Anmeldungen führen zu anderen Diensten, die ihre eigenen Regeln haben.',
      ],
    },
    access: {
      title: 'Barrierefreiheit',
      text: [
        'Die Seiten sollen die Web Content Accessibility Guidelines 2.2 auf der Stufe AA erfüllen. Alles geht mit der Tastatur allein, ohne Skript, in jeder Schriftgröße und mit den Farben und Bewegungen, die auf Ihrem Gerät eingestellt sind.',
        'Für die Barrierefreiheit eines Raums sind die Veranstalter zuständig; wo nichts dazu vermerkt ist, fragen Sie bitte dort nach.',
      ],
    },
    software: {
      title: 'Die Software',
      text: [
        'Diese Seiten veröffentlicht Lectern, freie Software für Kataloge von Vorträgen. Programme können alles lesen:',
      ],
      link: 'die Schnittstelle, erklärt (auf Englisch)',
    },
  },
  help: {
    find: {
      title: 'Einen Vortrag finden',
      text: [
        'Suchen Sie nach Wörtern, nach Daten oder danach, wer einen Vortrag veranstaltet und wo er ist. Wörter in Anführungszeichen werden zusammen gesucht: "dunkle Materie". Akzente sowie Groß- und Kleinschreibung spielen keine Rolle.',
        'Die Adresse einer Suche enthält die Frage. Legen Sie sie als Lesezeichen ab oder schicken Sie sie weiter: Andere sehen dasselbe.',
      ],
    },
    time: {
      title: 'Tage und Uhrzeiten',
      text: [
        'Uhrzeiten sind die des Ortes, mit dem Namen der Zeitzone. Ist auf Ihrem Gerät eine andere eingestellt, nennt die Seite eines Vortrags auch Ihre Zeit.',
      ],
    },
    follow: {
      title: 'Vorträge im eigenen Kalender',
      text: [
        'Auf der Seite eines Vortrags können Sie ihn, wie er jetzt ist, in Ihren Kalender übernehmen. Um einer Reihe, einer Person, einer Einrichtung oder einer Suche zu folgen, wählen Sie dort „Abonnieren“: Ihr Kalender ändert sich dann mit den Vorträgen. Wie bald, bestimmt Ihr Kalender; der von Google braucht bis zu einem Tag.',
      ],
    },
    keyboard: {
      title: 'Mit der Tastatur',
      text: [
        'Die Tabulatortaste erreicht alles, und als Erstes einen Link an der Navigation vorbei. In einem Kalender führen die Pfeiltasten von Tag zu Tag, Bild auf und Bild ab in einen anderen Monat.',
      ],
    },
    print: {
      title: 'Auf Papier',
      text: ['Die Seite eines Vortrags wird gedruckt zum Plakat, eine Liste zu einem Blatt zum Aushängen.'],
    },
    language: {
      title: 'Sprache',
      text: [
        'Die Seiten gibt es auf Englisch, Deutsch, Französisch und Spanisch: in der Sprache, die Ihr Browser wünscht oder die Sie am Fuß einer Seite wählen. Die Vorträge selbst sind in der Sprache beschrieben, in der ihre Veranstalter schreiben.',
      ],
    },
  },
};
