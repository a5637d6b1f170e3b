import type { Messages } from './en.js';

export const esHelp: Messages['help'] = {
  aboutTitle: 'Acerca de',
  helpTitle: 'Ayuda',
  about: {
    what: {
      title: 'Qué es esto',
      text: [
        'Conferencias, seminarios y otras charlas, reunidas por quienes las organizan, para que encuentre en un solo lugar lo que hay.',
        'Lo que dice la página de una charla viene de su organización. Si algo está mal o falta, ella puede corregirlo; la página dice cómo ponerse en contacto.',
      ],
    },
    privacy: {
      title: 'Su privacidad',
      text: [
        'Estas páginas no usan cookies, no cargan nada de otros sitios y no cuentan a nadie. Su zona horaria y lo que copie o comparta se quedan en su navegador.',
        'Los enlaces a calendarios, mapas e inscripciones llevan a otros servicios, que tienen sus propias reglas.',
      ],
    },
    access: {
      title: 'Accesibilidad',
      text: [
        'Las páginas están hechas para cumplir las Pautas de Accesibilidad para el Contenido Web (WCAG) 2.2 en el nivel AA. Todo funciona solo con el teclado, sin script, con cualquier tamaño de texto y con los colores y el movimiento que tenga ajustados en su dispositivo.',
        'La accesibilidad de una sala es cosa de quien organiza; cuando no conste nada, pregúntele.',
      ],
    },
    software: {
      title: 'El programa',
      text: [
        'Estas páginas las publica Lectern, software libre para catálogos de charlas. Los programas pueden leerlo todo:',
      ],
      link: 'la interfaz explicada (en inglés)',
    },
  },
  help: {
    find: {
      title: 'Encontrar una charla',
      text: [
        'Busque por palabras, por fechas, o por quién organiza una charla y dónde es. Las palabras entre comillas se buscan juntas: "materia oscura". Los acentos y las mayúsculas no importan.',
        'La dirección de una búsqueda contiene la pregunta. Guárdela o envíela: la otra persona verá lo mismo.',
      ],
    },
    time: {
      title: 'Fechas y horas',
      text: [
        'Las horas son las del lugar, con el nombre de su zona horaria. Si su dispositivo está en otra, la página de una charla dice también su hora.',
      ],
    },
    follow: {
      title: 'Charlas en su calendario',
      text: [
        'La página de una charla la añade a su calendario tal como está. Para seguir una serie, una persona, un departamento o una búsqueda, use «Suscribirse» en su página: su calendario cambiará con las charlas. Cuándo depende de su calendario; el de Google tarda hasta un día.',
      ],
    },
    keyboard: {
      title: 'Con el teclado',
      text: [
        'El tabulador llega a todo, y lo primero es un enlace que salta la navegación. En un calendario, las flechas van de día en día, y Re Pág y Av Pág a otro mes.',
      ],
    },
    print: {
      title: 'En papel',
      text: ['La página de una charla se imprime como cartel; una lista, como hoja para colgar.'],
    },
    language: {
      title: 'Idioma',
      text: [
        'Las páginas están en inglés, alemán, francés y español: en el idioma que pide su navegador o que elija al pie de una página. Las charlas están descritas en el idioma de quien las organiza.',
      ],
    },
  },
};
