import { phrases } from './discipline.ts';
import type { Discipline } from './discipline.ts';

/** The departments of the sample university that measure, prove, build and heal. */
export const SCIENCES: readonly Discipline[] = [
  {
    department: 'Mathematical Institute',
    division: 'Physical Sciences',
    manner: 'formal',
    fields: phrases(
      'number theory; algebraic geometry; combinatorics; mathematical biology; probability; topology; numerical analysis; partial differential equations; geometric group theory; mathematical logic',
    ),
    things: phrases(
      'random walks; modular forms; elliptic curves; sparse graphs; soap films; prime gaps; knot invariants; expander graphs; travelling waves; tilings; moduli spaces; lattice points',
    ),
    methods: phrases(
      'spectral theory; the circle method; homological algebra; optimal transport; Morse theory; the probabilistic method',
    ),
    settings: phrases(
      'in high dimensions; on curved surfaces; over finite fields; near criticality; at infinity; with few symmetries; on trees; in the plane',
    ),
  },
  {
    department: 'Department of Physics',
    division: 'Physical Sciences',
    manner: 'natural',
    fields: phrases(
      'condensed-matter physics; astrophysics; particle physics; quantum optics; soft matter; plasma physics; atmospheric physics; cosmology; biophysics; gravitational waves',
    ),
    things: phrases(
      'neutron stars; topological insulators; exoplanet atmospheres; cold atoms; granular flows; dark-matter halos; spin liquids; neutrinos; shock waves; foams; quantum sensors; auroras',
    ),
    methods: phrases(
      'X-ray scattering; laser cooling; lattice simulation; radio interferometry; neutron imaging; machine learning',
    ),
    settings: phrases(
      'far from equilibrium; at millikelvin temperatures; in strong fields; in the early universe; on a chip; at the nanoscale; under rotation; in distant galaxies',
    ),
  },
  {
    department: 'Department of Chemistry',
    division: 'Physical Sciences',
    manner: 'natural',
    fields: phrases(
      'catalysis; chemical biology; electrochemistry; materials chemistry; atmospheric chemistry; supramolecular chemistry; theoretical chemistry; battery science; polymer science; spectroscopy',
    ),
    things: phrases(
      'enzyme mimics; porous crystals; solid electrolytes; aerosols; molecular knots; fluorescent probes; radical reactions; ionic liquids; biodegradable polymers; hydrogen bonds; single-atom catalysts; dyes',
    ),
    methods: phrases(
      'electron diffraction; flow synthesis; ultrafast spectroscopy; density-functional theory; solid-state NMR; mass spectrometry',
    ),
    settings: phrases(
      'in water; under visible light; in confined spaces; one molecule at a time; above the ocean; at room temperature; inside living cells; on metal surfaces',
    ),
  },
  {
    department: 'Department of Computer Science',
    division: 'Physical Sciences',
    manner: 'formal',
    fields: phrases(
      'programming languages; machine learning; databases; security and privacy; human–computer interaction; distributed systems; computational linguistics; verification; computer graphics; algorithms',
    ),
    things: phrases(
      'type systems; language models; consensus protocols; query planners; neural networks; proof assistants; file formats; recommendation systems; streaming algorithms; digital signatures; garbage collectors; screen readers',
    ),
    methods: phrases(
      'model checking; property-based testing; differential privacy; amortised analysis; symbolic execution; user studies',
    ),
    settings: phrases(
      'at scale; without trust; in linear time; on small devices; in the wild; under attack; with weak memory; by the numbers',
    ),
  },
  {
    department: 'Department of Engineering',
    division: 'Physical Sciences',
    manner: 'natural',
    fields: phrases(
      'offshore engineering; robotics; structural engineering; energy systems; fluid mechanics; biomedical engineering; control engineering; acoustics; transport engineering; sensor networks',
    ),
    things: phrases(
      'tidal turbines; soft grippers; timber bridges; heat pumps; sea walls; prosthetic hands; wind-farm wakes; railway tunnels; smart grids; hearing aids; drone swarms; recycled concretes',
    ),
    methods: phrases(
      'wave-tank testing; digital twinning; adaptive control; life-cycle assessment; topology optimisation; field monitoring',
    ),
    settings: phrases(
      'in rough seas; in old buildings; after the earthquake; on the last mile; in cold climates; at low cost; under fatigue; in dense cities',
    ),
  },
  {
    department: 'Department of Earth Sciences',
    division: 'Physical Sciences',
    manner: 'natural',
    fields: phrases(
      'volcanology; palaeoclimate; seismology; glaciology; oceanography; planetary science; geomorphology; palaeontology; hydrology; mineral physics',
    ),
    things: phrases(
      'ice cores; mud volcanoes; coral terraces; river deltas; meteorites; trace fossils; deep-sea sediments; aftershocks; glacial lakes; sea-level records; ash layers; salt marshes',
    ),
    methods: phrases(
      'isotope geochemistry; satellite radar; ocean-floor drilling; luminescence dating; seismic tomography; drone survey',
    ),
    settings: phrases(
      'in the Southern Ocean; over a million years; beneath the ice; along the Aster estuary; in the Cretaceous; on Mars; in a warming Arctic; after the eruption',
    ),
  },
  {
    department: 'Department of Biology',
    division: 'Life and Medical Sciences',
    manner: 'natural',
    fields: phrases(
      'evolutionary biology; plant science; marine biology; animal behaviour; developmental biology; microbial ecology; conservation biology; genomics; entomology; cell biology',
    ),
    things: phrases(
      'seagrass meadows; solitary bees; sea urchins; migrating waders; leaf stomata; gut microbes; mosses; jumping genes; cuttlefish; ant colonies; root fungi; bat calls',
    ),
    methods: phrases(
      'long-read sequencing; light-sheet microscopy; mark and recapture; comparative genomics; acoustic monitoring; citizen science',
    ),
    settings: phrases(
      'on rocky shores; in fragmented woodland; in the intertidal zone; under drought; across a hybrid zone; at night; in ancient lakes; in the city',
    ),
  },
  {
    department: 'School of Medicine',
    division: 'Life and Medical Sciences',
    manner: 'clinical',
    fields: phrases(
      'cardiology; oncology; immunology; infectious disease; anaesthesia; surgery; neurology; paediatrics; general practice; medical imaging',
    ),
    things: phrases(
      'heart valves; sepsis bundles; hospital-acquired infections; tumour margins; antibody responses; fever clinics; pain scores; stroke pathways; home visits; antibiotic courses; incidental findings; premature births',
    ),
    methods: phrases(
      'a platform trial; registry data; single-cell sequencing; cardiac MRI; a Mendelian randomisation study; an observational cohort',
    ),
    settings: phrases(
      'in intensive care; in primary care; in low-resource settings; at the bedside; in older adults; before symptoms; after discharge; in twelve hospitals',
    ),
  },
  {
    department: 'Department of Psychology',
    division: 'Life and Medical Sciences',
    manner: 'clinical',
    fields: phrases(
      'memory; sleep research; perception; child development; psycholinguistics; social psychology; decision making; computational psychiatry; attention; emotion research',
    ),
    things: phrases(
      'false memories; sleep spindles; first words; face impressions; habits; eye movements; confidence judgements; intrusive thoughts; bilingual minds; inner voices; social norms; musical chills',
    ),
    methods: phrases(
      'magnetoencephalography; eye tracking; a preregistered replication; experience sampling; computational modelling; a twin study',
    ),
    settings: phrases(
      'in adolescence; in everyday life; under load; across cultures; in the first year of life; in the ageing brain; in conversation; during sleep',
    ),
  },
  {
    department: 'Department of Population Health',
    division: 'Life and Medical Sciences',
    manner: 'clinical',
    fields: phrases(
      'epidemiology; health inequalities; vaccine research; nutrition; air quality and health; maternal health; medical statistics; global health; health data science; tobacco control',
    ),
    things: phrases(
      'birth cohorts; screening programmes; vaccine trials; heatwaves; cancer registries; school-based vaccinations; salt intakes; bed nets; walking routes; waiting times; community health workers; missing data',
    ),
    methods: phrases(
      'linked records; a stepped-wedge trial; causal inference; a meta-analysis; genomic surveillance; spatial modelling',
    ),
    settings: phrases(
      'in five counties; over the life course; along a tropical river; in fast-growing cities; among half a million people; in the poorest households; after birth; between epidemics',
    ),
  },
];
