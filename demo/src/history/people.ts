import type { PastVisit } from '@vitrine/platform/commerce/flows/seed-history'
import { pick, type Random } from './chance.ts'

/** Somebody who buys, and where they live. */
export interface Person {
  readonly email: string
  readonly contact: PastVisit['contact']
  readonly country: string
  /** Whether the studio is round the corner. */
  readonly nearby: boolean
}

interface Town {
  readonly country: string
  readonly city: string
  readonly postalCode: string
  readonly subdivision?: string
  readonly streets: readonly string[]
  readonly first: readonly string[]
  readonly last: readonly string[]
}

const words = (text: string): readonly string[] => text.split('|').map((word) => word.trim())

const german = {
  first: words(
    'Hanna|Jonas|Frieda|Tobias|Clara|Emil|Mathilda|Stefan|Lena|Anton|Greta|Moritz|Paula|Jakob|Ida|Felix|Johanna|Aylin|Deniz|Thi Mai',
  ),
  last: words(
    'Keller|Mertens|Wagner|Reuter|Vogel|Brandt|Lindner|Dorn|Sommer|Krause|Hartmann|Yıldız|Nguyen|Berger|Schuster|Peters|Kowalski|Rehm',
  ),
}
const dutch = { first: words('Anneke|Joost|Sanne|Daan|Fleur|Bram'), last: words('Bakker|van der Meer|de Vries|Visser|Smit|Mulder') }
const french = { first: words('Odile|Camille|Lucie|Théo|Inès|Hugo'), last: words('Perrin|Moreau|Lefèvre|Garnier|Rousseau|Faure') }
const nordic = { first: words('Nils|Astrid|Freja|Lars|Signe|Oskar'), last: words('Bergström|Lindholm|Holm|Nyberg|Dahl|Sørensen') }
const polish = { first: words('Ewa|Marta|Jakub|Zofia|Piotr'), last: words('Nowicka|Lewandowska|Zieliński|Wójcik|Mazur') }
const italian = { first: words('Paolo|Giulia|Chiara|Matteo|Elena'), last: words('Ferri|Conti|Marchetti|Rinaldi|Greco') }
const iberian = { first: words('Lucía|Marta|Diego|Inês|Tomás'), last: words('Navarro|Ortega|Serrano|Carvalho|Moura') }
const british = { first: words('Aisha|Rosie|Callum|Priya|Edward'), last: words('Rahman|Whitaker|Hughes|Patel|Fielding') }

const berlin = words('Kastanienallee|Torstraße|Oderberger Straße|Weserstraße|Bergmannstraße|Sonnenallee|Stargarder Straße|Choriner Straße')
const high = words('Lindenstraße|Gartenweg|Schulstraße|Am Markt|Bahnhofstraße|Mühlenweg')

const towns: readonly (readonly [weight: number, town: Town])[] = [
  [22, { country: 'DE', city: 'Berlin', postalCode: '10435', subdivision: 'DE-BE', streets: berlin, ...german }],
  [8, { country: 'DE', city: 'Berlin', postalCode: '10119', subdivision: 'DE-BE', streets: berlin, ...german }],
  [9, { country: 'DE', city: 'Hamburg', postalCode: '22765', subdivision: 'DE-HH', streets: high, ...german }],
  [8, { country: 'DE', city: 'München', postalCode: '80469', subdivision: 'DE-BY', streets: high, ...german }],
  [6, { country: 'DE', city: 'Leipzig', postalCode: '04229', subdivision: 'DE-SN', streets: high, ...german }],
  [6, { country: 'DE', city: 'Köln', postalCode: '50674', subdivision: 'DE-NW', streets: high, ...german }],
  [4, { country: 'DE', city: 'Freiburg im Breisgau', postalCode: '79098', subdivision: 'DE-BW', streets: high, ...german }],
  [6, { country: 'AT', city: 'Wien', postalCode: '1070', streets: words('Neubaugasse|Burggasse|Siebensterngasse'), ...german }],
  [7, { country: 'NL', city: 'Amsterdam', postalCode: '1016 GV', streets: words('Prinsengracht|Herenstraat|Elandsgracht'), ...dutch }],
  [3, { country: 'NL', city: 'Utrecht', postalCode: '3512 JE', streets: words('Oudegracht|Springweg'), ...dutch }],
  [2, { country: 'BE', city: 'Gent', postalCode: '9000', streets: words('Kraanlei|Brabantdam'), ...dutch }],
  [5, { country: 'FR', city: 'Lyon', postalCode: '69001', streets: words('Rue Burdeau|Montée de la Grande Côte'), ...french }],
  [3, { country: 'FR', city: 'Paris', postalCode: '75011', streets: words('Rue Oberkampf|Rue de Charonne'), ...french }],
  [3, { country: 'DK', city: 'København', postalCode: '2200', streets: words('Jægersborggade|Elmegade'), ...nordic }],
  [2, { country: 'SE', city: 'Göteborg', postalCode: '413 01', streets: words('Haga Nygata|Linnégatan'), ...nordic }],
  [2, { country: 'PL', city: 'Gdańsk', postalCode: '80-831', streets: words('Piwna|Mariacka'), ...polish }],
  [2, { country: 'IT', city: 'Torino', postalCode: '10123', subdivision: 'IT-TO', streets: words('Via Po|Via Bogino'), ...italian }],
  [
    2,
    {
      country: 'ES',
      city: 'Valencia',
      postalCode: '46001',
      subdivision: 'ES-V',
      streets: words('Calle de la Paz|Calle Caballeros'),
      ...iberian,
    },
  ],
  [2, { country: 'PT', city: 'Lisboa', postalCode: '1200-109', streets: words('Rua da Bica|Rua do Século'), ...iberian }],
  [2, { country: 'GB', city: 'London', postalCode: 'E8 4AA', streets: words('Broadway Market|Mare Street'), ...british }],
]
const allTowns = towns.flatMap(([weight, town]) => Array.from({ length: weight }, () => town))

/** The reserved domain of examples: no email to these people reaches anybody. */
const domain = 'example.com'

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ø', 'o')
    .normalize('NFD')
    .replaceAll(/[^a-z]+/g, '')

export function somebody(random: Random, nth: number): Person {
  const { country, city, postalCode, subdivision, streets, first, last } = pick(allTowns, random)
  const [firstName, lastName] = [pick(first, random), pick(last, random)]
  return {
    email: `${plain(firstName)}.${plain(lastName)}${nth % 7 === 0 ? '' : (nth % 90) + 10}@${domain}`,
    country,
    nearby: city === 'Berlin',
    contact: {
      address: {
        country,
        city,
        postalCode,
        ...(subdivision && { subdivision }),
        addressLine: `${pick(streets, random)} ${1 + Math.floor(random() * 90)}`,
      },
      contactDetails: { firstName, lastName },
    },
  }
}
