import type { Messages } from './en.ts';

export const frHelp: Messages['help'] = {
  aboutTitle: 'À propos',
  helpTitle: 'Aide',
  about: {
    what: {
      title: 'De quoi il s’agit',
      text: [
        'Des cours, des séminaires et d’autres conférences, réunis auprès de ceux qui les organisent, pour que vous trouviez tout au même endroit.',
        'Les informations sur une conférence viennent de ses organisateurs. Si elles sont inexactes ou incomplètes, ils peuvent les corriger ; leur adresse figure sur la page, s’ils l’ont donnée.',
      ],
    },
    privacy: {
      title: 'Votre vie privée',
      text: [
        'Ces pages ne déposent aucun cookie, ne chargent rien depuis d’autres sites et ne mesurent pas leur audience. Votre fuseau horaire et ce que vous copiez ou partagez restent dans votre navigateur.',
        'Les liens vers des agendas, des plans et des réservations mènent à d’autres services, qui ont leurs propres règles.',
      ],
    },
    access: {
      title: 'Accessibilité',
      text: [
        'Ces pages sont conçues pour respecter les règles pour l’accessibilité des contenus web (WCAG) 2.2 au niveau AA. Tout fonctionne au clavier seul, sans script, quelle que soit la taille du texte, et avec les couleurs et les animations réglées sur votre appareil.',
        'L’accessibilité d’une salle est du ressort des organisateurs ; si rien n’est indiqué, adressez-vous à eux.',
      ],
    },
    software: {
      title: 'Le logiciel',
      text: [
        'Ces pages sont publiées par Lectern, un logiciel libre pour les catalogues de conférences. Les programmes peuvent aussi tout lire :',
      ],
      link: 'l’interface expliquée (en anglais)',
    },
  },
  help: {
    find: {
      title: 'Trouver une conférence',
      text: [
        'Cherchez par mots, par dates, par organisateur ou par lieu. Des mots entre guillemets sont cherchés tels quels : "matière noire". Le début d’un mot suffit, à partir de trois lettres. Les accents et les majuscules ne comptent pas.',
        'L’adresse d’une page de résultats contient toute la recherche. Gardez-la en favori ou envoyez-la : on y verra la même chose.',
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
        'Depuis la page d’une conférence, vous pouvez l’ajouter à votre agenda, telle qu’elle est annoncée. Pour suivre une série, une personne, un département ou une recherche, choisissez « S’abonner » sur sa page : votre agenda suit alors les changements. Le délai dépend de l’agenda ; celui de Google peut mettre un jour.',
      ],
    },
    keyboard: {
      title: 'Au clavier',
      text: [
        'La touche de tabulation donne accès à tout, et d’abord à un lien qui évite la navigation. Dans un calendrier, les flèches passent d’un jour à l’autre, Page précédente et Page suivante d’un mois ou d’une semaine à l’autre.',
      ],
    },
    print: {
      title: 'Sur papier',
      text: ['Imprimée, la page d’une conférence devient une affiche, et une liste une feuille à afficher.'],
    },
    language: {
      title: 'Langue',
      text: [
        'Les pages sont en anglais, en allemand, en français et en espagnol : dans la langue que demande votre navigateur, ou que vous choisissez au bas d’une page. Les conférences sont décrites dans la langue de leurs organisateurs.',
      ],
    },
  },
};
