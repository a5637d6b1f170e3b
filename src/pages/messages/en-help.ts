/** The pages about the service itself. A section is a title and its paragraphs. */
export const enHelp = {
  aboutTitle: 'About',
  helpTitle: 'Help',
  about: {
    what: {
      title: 'What this is',
      text: [
        'Lectures, seminars and other talks, gathered from the people who organise them, so that you find what is on in one place.',
        'What a talk’s page says comes from its organisers. If something is wrong or missing, they can put it right; their address is on the page, if they have given one.',
      ],
    },
    privacy: {
      title: 'Your privacy',
      text: [
        'These pages set no cookies, load nothing from other sites and count nobody. Your own time zone and what you copy or share stay in your browser.',
        'Links to calendars, maps and booking forms lead to other services, which have rules of their own.',
      ],
    },
    access: {
      title: 'Accessibility',
      text: [
        'The pages are made to meet the Web Content Accessibility Guidelines 2.2 at level AA. Everything works with a keyboard alone, without a script, at any text size, and in the colours and with the motion that your device is set to.',
        'The accessibility of a room is a matter for its organisers; where nothing is recorded about it, please ask them.',
      ],
    },
    software: {
      title: 'The software',
      text: [
        'These pages are published by Lectern, free software for catalogues of talks. Programs can read all of it:',
      ],
      link: 'the interface explained',
    },
  },
  help: {
    find: {
      title: 'Find a talk',
      text: [
        'Search by words, by dates, or by who organises a talk and where it is. Put words in quotation marks to find them together: "dark matter". The beginning of a word is enough, from three letters on. Accents and capital letters make no difference.',
        'The address of a search says what was asked. Keep it as a bookmark, or send it to somebody: they see the same.',
      ],
    },
    time: {
      title: 'Dates and times',
      text: [
        'Times are those of the venue, with the name of their time zone. Where your device is set to another one, a talk’s page says your own time too.',
      ],
    },
    follow: {
      title: 'Talks in your calendar',
      text: [
        'A talk’s page adds that talk to your calendar, as it is now. To follow a series, a speaker, a department or a search, use “Subscribe” on its page: your calendar then changes when a talk does. How soon is up to your calendar; Google’s takes up to a day.',
      ],
    },
    keyboard: {
      title: 'By keyboard',
      text: [
        'The Tab key reaches everything, and the first thing it reaches leads past the navigation. In a calendar the arrow keys go from day to day, Page Up and Page Down to another month or week.',
      ],
    },
    print: {
      title: 'On paper',
      text: ['Printing a talk’s page gives a poster. Printing a list gives a sheet to pin up.'],
    },
    language: {
      title: 'Language',
      text: [
        'The pages are in English, German, French and Spanish: in the one that your browser asks for, or that you choose at the foot of a page. The talks themselves are in the language that their organisers wrote in.',
      ],
    },
  },
};
