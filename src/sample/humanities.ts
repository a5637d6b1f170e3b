import { phrases } from './discipline.ts';
import type { Discipline } from './discipline.ts';

/** The departments of the sample university that read, dig, listen and argue. */
export const HUMANITIES_AND_SOCIAL_SCIENCES: readonly Discipline[] = [
  {
    department: 'Faculty of History',
    division: 'Humanities',
    manner: 'humane',
    fields: phrases(
      'maritime history; the history of reading; environmental history; the history of work; urban history; the history of medicine; the history of childhood; borderland history; the history of trade; memory studies',
    ),
    things: phrases(
      'parish registers; harbour accounts; ships’ logbooks; market charters; letters home; guild records; court depositions; travel diaries; insurance claims; petitions; tax rolls; weather diaries',
    ),
    methods: phrases('microhistory; map comparison; record linkage; oral history; palaeography; close reading'),
    settings: phrases(
      'in the port towns of the north; between two plagues; on the salt road; in an age of sail; after the great storm of 1703; in the long nineteenth century; at the edge of empire; in peacetime',
    ),
  },
  {
    department: 'Faculty of Classics',
    division: 'Humanities',
    manner: 'humane',
    fields: phrases(
      'Greek epic; Roman provincial life; papyrology; late antiquity; ancient science; Latin lyric; epigraphy; classical reception; numismatics; Greek tragedy',
    ),
    things: phrases(
      'curse tablets; choral odes; funerary inscriptions; school exercises; papyrus letters; temple accounts; catalogue poems; imperial portraits; household gods; messenger speeches; coin hoards; marginal notes',
    ),
    methods: phrases(
      'metrical analysis; stylometry; multispectral imaging; textual criticism; comparative philology; close reading',
    ),
    settings: phrases(
      'from Alexandria to the frontier; in the age of Augustus; on the Greek islands; in Roman Egypt; in the theatre of Dionysus; outside the city walls; in translation; under the Severans',
    ),
  },
  {
    department: 'Faculty of Philosophy',
    division: 'Humanities',
    manner: 'humane',
    fields: phrases(
      'the philosophy of mind; ethics; epistemology; the philosophy of language; aesthetics; political philosophy; the philosophy of science; logic; phenomenology; environmental ethics',
    ),
    things: phrases(
      'thought experiments; promises; second-order desires; borderline cases; shared intentions; moral reasons; excuses; conditionals; fictions; first-person beliefs; obligations to strangers; silent agreements',
    ),
    methods: phrases(
      'conceptual analysis; reflective equilibrium; formal modelling; ordinary-language philosophy; the transcendental argument; genealogy',
    ),
    settings: phrases(
      'under uncertainty; after Anscombe; without foundations; in ordinary life; between persons; in a warming world; for finite minds; across languages',
    ),
  },
  {
    department: 'Faculty of Music',
    division: 'Humanities',
    manner: 'humane',
    fields: phrases(
      'early music; ethnomusicology; music psychology; composition; opera studies; organology; popular music; music theory; sound studies; performance practice',
    ),
    things: phrases(
      'field recordings; part-songs; broken consorts; street cries; harmonic surprises; unfinished scores; organ pipes; wax cylinders; drum patterns; lullabies; tuning systems; choirbooks',
    ),
    methods: phrases(
      'spectral analysis; historical performance; schema theory; fieldwork; motion capture; sketch study',
    ),
    settings: phrases(
      'in the cathedral close; before the metronome; on the dance floor; in small rooms; across the Black Sea; at the fairground; in the archive; between two wars',
    ),
  },
  {
    department: 'Faculty of English',
    division: 'Humanities',
    manner: 'humane',
    fields: phrases(
      'Romantic poetry; medieval romance; the modern novel; book history; life writing; postcolonial writing; drama and performance; lexicography; nature writing; children’s literature',
    ),
    things: phrases(
      'unreliable narrators; commonplace books; chapbooks; letters never sent; second editions; footnotes; talking animals; weather scenes; epigraphs; sonnet sequences; deathbed scenes; library stamps',
    ),
    methods: phrases('close reading; distant reading; genetic criticism; bibliography; translation; reading aloud'),
    settings: phrases(
      'in the circulating library; between the lines; on the moors; in serial form; from manuscript to print; after the lighthouse; by night; in the margins',
    ),
  },
  {
    department: 'Faculty of Asian and Middle Eastern Studies',
    division: 'Humanities',
    manner: 'humane',
    fields: phrases(
      'classical Chinese poetry; Arabic philology; Sanskrit literature; Japanese print culture; Persian historiography; Hebrew manuscripts; Turkic linguistics; Tibetan art; Islamic science; Korean cinema',
    ),
    things: phrases(
      'colophons; pilgrimage maps; star catalogues; merchants’ letters; picture scrolls; commentaries; grammars; love poems; recipe books; water rights; court chronicles; shop signs',
    ),
    methods: phrases('codicology; network analysis; comparative grammar; fieldwork; digital edition; close reading'),
    settings: phrases(
      'along the Silk Road; in Abbasid Baghdad; in Edo; on the Indian Ocean; between scripts; in the Cairo Genizah; under the Tang; in translation',
    ),
  },
  {
    department: 'Department of the History of Art',
    division: 'Humanities',
    manner: 'humane',
    fields: phrases(
      'Renaissance drawing; Byzantine art; photography; museum studies; landscape painting; textile history; conservation; modern sculpture; colour history; print culture',
    ),
    things: phrases(
      'self-portraits; altarpieces; pigments; sketchbooks; unfinished façades; tapestries; forgeries; botanical plates; miniature portraits; lantern slides; painted ceilings; empty frames',
    ),
    methods: phrases(
      'infrared reflectography; provenance research; connoisseurship; formal analysis; archive work; materials analysis',
    ),
    settings: phrases(
      'in Venetian workshops; on the art market; by candlelight; before the Academy; in provincial collections; under the microscope; in the tropics; out of the frame',
    ),
  },
  {
    department: 'Department of Economics',
    division: 'Social Sciences',
    manner: 'social',
    fields: phrases(
      'labour economics; development economics; market design; public finance; behavioural economics; trade policy; the economics of education; monetary policy; health economics; economic history',
    ),
    things: phrases(
      'minimum wages; school choices; commuting patterns; small firms; carbon prices; informal loans; pension reforms; rental contracts; crop insurance schemes; auctions; inflation expectations; cash transfers',
    ),
    methods: phrases(
      'a randomised trial; a natural experiment; structural estimation; administrative data; a survey experiment; synthetic control',
    ),
    settings: phrases(
      'in coastal economies; over thirty years; across borders; in rural districts; after the crisis; in ageing societies; at the bottom of the ladder; in thin markets',
    ),
  },
  {
    department: 'Department of Politics',
    division: 'Social Sciences',
    manner: 'social',
    fields: phrases(
      'comparative politics; electoral studies; international relations; public administration; political theory; peace studies; local government; media and politics; migration policy; constitutional politics',
    ),
    things: phrases(
      'coalition agreements; turnout gaps; peace accords; citizens’ assemblies; border regimes; party loyalties; street protests; public inquiries; water treaties; campaign promises; mayors; small parties',
    ),
    methods: phrases(
      'a conjoint experiment; process tracing; text analysis; a panel survey; elite interviews; comparative history',
    ),
    settings: phrases(
      'in divided cities; in new democracies; since 1945; in small states; beyond the capital; in a multipolar order; under pressure; at the ballot box',
    ),
  },
  {
    department: 'Faculty of Law',
    division: 'Social Sciences',
    manner: 'social',
    fields: phrases(
      'the law of the sea; human rights law; intellectual property; legal history; criminal justice; contract law; data protection; environmental law; constitutional law; family law',
    ),
    things: phrases(
      'standard terms; dissenting judgments; search warrants; treaty reservations; algorithmic decisions; common lands; expert witnesses; patent pools; salvage rights; soft-law instruments; apologies; class actions',
    ),
    methods: phrases(
      'doctrinal analysis; comparative law; court observation; citation analysis; archival research; interviews with judges',
    ),
    settings: phrases(
      'in the digital age; on the high seas; before the courts; across jurisdictions; in wartime; behind closed doors; at first instance; in the commons',
    ),
  },
  {
    department: 'School of Anthropology',
    division: 'Social Sciences',
    manner: 'social',
    fields: phrases(
      'medical anthropology; material culture; visual anthropology; kinship studies; migration studies; economic anthropology; digital ethnography; cognitive anthropology; the anthropology of food; museum ethnography',
    ),
    things: phrases(
      'gift economies; fishing rights; weaving traditions; night markets; family photographs; healing rituals; repair shops; shared kitchens; house names; seed collections; pilgrim routes; mobile phones',
    ),
    methods: phrases(
      'participant observation; a film diary; life-history interviews; comparative fieldwork; collaborative mapping; multi-sited ethnography',
    ),
    settings: phrases(
      'in the Pacific; on the tundra; in the monsoon city; among boat-builders; across three generations; in the highlands; at the border; after the flood',
    ),
  },
  {
    department: 'Department of Education',
    division: 'Social Sciences',
    manner: 'social',
    fields: phrases(
      'early-years education; language learning; mathematics education; higher-education policy; teacher education; assessment; learning technologies; literacy; inclusive education; the history of schooling',
    ),
    things: phrases(
      'classroom questions; reading habits; multilingual classrooms; school meals; examination questions; home libraries; learning apps; teacher networks; playgrounds; second chances; subject choices; school assemblies',
    ),
    methods: phrases(
      'a cluster-randomised trial; classroom video; a longitudinal cohort; design-based research; a teacher survey; lesson study',
    ),
    settings: phrases(
      'in primary schools; between home and school; in island communities; over twenty years; in five countries; after the pandemic; in further education; outdoors',
    ),
  },
];
