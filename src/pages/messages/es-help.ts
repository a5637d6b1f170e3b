import type { Messages } from './en.ts';

export const esHelp: Messages['help'] = {
  aboutTitle: 'Acerca de',
  helpTitle: 'Ayuda',
  about: {
    what: {
      title: 'Qué es esto',
      text: [
        'Conferencias, seminarios y otras charlas, recogidas de quienes las organizan, para que lo encuentre todo en un solo lugar.',
        'La información de una charla procede de quienes la organizan. Si algo está mal o falta, pueden corregirlo; su dirección está en la página, si la han dado.',
      ],
    },
    privacy: {
      title: 'Su privacidad',
      text: [
        'Estas páginas no usan cookies, no cargan nada de otros sitios y no registran las visitas. Su zona horaria y lo que copie o comparta se quedan en su navegador.',
        'Los enlaces a calendarios, mapas e inscripciones llevan a otros servicios, que tienen sus propias reglas.',
      ],
    },
    access: {
      title: 'Accesibilidad',
      text: [
        'Las páginas están hechas para cumplir las Pautas de Accesibilidad para el Contenido Web (WCAG) 2.2 en el nivel AA. Todo funciona solo con el teclado, sin scripts, con cualquier tamaño de texto y con los colores y el movimiento que tenga ajustados en su dispositivo.',
        'De la accesibilidad de una sala se ocupan quienes organizan la charla; si no consta nada, pregúnteles.',
      ],
    },
    software: {
      title: 'El programa',
      text: [
        'Estas páginas las publica Lectern, software libre para catálogos de charlas. También los programas pueden leerlo todo:',
      ],
      link: 'la interfaz explicada (en inglés)',
    },
  },
  help: {
    find: {
      title: 'Encontrar una charla',
      text: [
        'Busque por palabras, por fechas, por quién organiza o por lugar. Las palabras entre comillas se buscan tal como están: "materia oscura". Basta el comienzo de una palabra, a partir de tres letras. Los acentos y las mayúsculas no importan.',
        'La dirección de una página de resultados contiene toda la búsqueda. Guárdela en favoritos o envíela: quien la abra verá lo mismo.',
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
        'Desde la página de una charla puede añadirla a su calendario tal como está anunciada. Para seguir una serie, una persona, un departamento o una búsqueda, use «Suscribirse» en su página: los cambios llegarán también a su calendario. Cuánto tarden depende del calendario; en el de Google, hasta un día.',
      ],
    },
    keyboard: {
      title: 'Con el teclado',
      text: [
        'Con el tabulador se llega a todo; lo primero es un enlace que salta la navegación. En un calendario, las flechas pasan de un día a otro, y Re Pág y Av Pág, al mes o a la semana anterior o siguiente.',
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
