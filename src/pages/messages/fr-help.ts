import type { Messages } from './en.js';

export const frHelp: Messages['help'] = {
  aboutTitle: 'À propos',
  helpTitle: 'Aide',
  about: {
    what: {
      title: 'De quoi il s’agit',
      text: [
        'Des cours, des séminaires et d’autres conférences, réunis auprès de ceux qui les organisent, pour que vous trouviez tout au même endroit.',
        'Ce que dit la page d’une conférence vient de ses organisateurs. Si quelque chose est faux ou manque, ils peuvent le corriger ; la page dit comment les joindre.',
      ],
    },
    privacy: {
      title: 'Votre vie privée',
      text: [
        'Ces pages ne posent aucun cookie, ne chargent rien d’autres sites et ne comptent personne. Votre fuseau horaire et ce que vous copiez ou partagez restent dans votre navigateur.',
        'Les liens vers des agendas, des plans et des réservations mènent à d’autres services, qui ont leurs propres règles.',
      ],
    },
    access: {
      title: 'Accessibilité',
      text: [
        'Ces pages sont faites pour respecter les règles pour l’accessibilité des contenus web (WCAG) 2.2 au niveau AA. Tout fonctionne au clavier seul, sans script, à toute taille de texte, et avec les couleurs et les mouvements réglés sur votre appareil.',
        'L’accessibilité d’une salle dépend de ses organisateurs ; quand rien n’est indiqué, veuillez le leur demander.',
      ],
    },
    software: {
      title: 'Le logiciel',
      text: [
        'Ces pages sont publiées par Lectern, un logiciel libre pour catalogues de conférences. Les programmes peuvent tout lire :',
      ],
      link: 'l’interface expliquée (en anglais)',
    },
  },
  help: {
    find: {
      title: 'Trouver une conférence',
      text: [
        'Cherchez par mots, par dates, ou selon qui organise une conférence et où elle a lieu. Des mots entre guillemets sont cherchés ensemble : "matière noire". Les accents et les majuscules ne comptent pas.',
        'L’adresse d’une recherche contient la question. Gardez-la en favori ou envoyez-la : l’autre verra la même chose.',
      ],
    },
    time: {
      title: 'Dates et heures',
      text: [
        'Les heures sont celles du lieu, avec le nom du fuseau horaire. Si votre appareil est réglé sur un autre, la page d’une conférence donne aussi votre heure.',
      ],
    },
    follow: {
      title: 'Les conférences dans votre agenda',
      text: [
        'La page d’une conférence l’ajoute à votre agenda, telle qu’elle est. Pour suivre une série, une personne, un département ou une recherche, choisissez « S’abonner » sur sa page : votre agenda change alors avec les conférences. Le délai dépend de votre agenda ; celui de Google prend jusqu’à un jour.',
      ],
    },
    keyboard: {
      title: 'Au clavier',
      text: [
        'La touche de tabulation atteint tout, et d’abord un lien qui passe la navigation. Dans un calendrier, les flèches vont d’un jour à l’autre, Page précédente et Page suivante à un autre mois.',
      ],
    },
    print: {
      title: 'Sur papier',
      text: ['Imprimée, la page d’une conférence est une affiche ; une liste est une feuille à accrocher.'],
    },
    language: {
      title: 'Langue',
      text: [
        'Les pages sont en anglais, en allemand, en français et en espagnol : dans la langue que demande votre navigateur, ou que vous choisissez au bas d’une page. Les conférences sont décrites dans la langue de leurs organisateurs.',
      ],
    },
  },
};
