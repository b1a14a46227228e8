import { fewestInStock } from '@vitrine/contract'

/** How a product can be preordered; null where nothing is said. */
export interface PreorderTerms {
  readonly enabled: boolean
  readonly limit: number | null
  /** `2027-05-14` */
  readonly expectedDate: string | null
  readonly message: string | null
}

/** How far below zero the stock of a product may be, by what its file says of preorders. */
export const leastStock = (preorder: Partial<PreorderTerms> | undefined): number =>
  preorder?.enabled ? -(preorder.limit ?? -fewestInStock) : 0

export interface OptionAssigned {
  readonly id: string
  readonly hidden: boolean
}

/** What is stored of a product beside what its editor writes. */
export interface ProductExtras {
  readonly preorder: PreorderTerms
  /** In their order. */
  readonly subscriptions: readonly OptionAssigned[]
  /** Whether it is sold without a subscription, too; of no account where it has none. */
  readonly soldOnce: boolean
}

export const noExtras: ProductExtras = {
  preorder: { enabled: false, limit: null, expectedDate: null, message: null },
  subscriptions: [],
  soldOnce: false,
}

/** Units at a location, by what a file calls it. */
export interface UnitsSaid {
  readonly location: string
  readonly units: number
}

/** What stands in the file of a product beside what its editor writes. */
export interface Beside extends ProductExtras {
  readonly fileId: string | undefined
  /** By the variant that is counted; nothing in a shop with one location. */
  readonly units: ReadonlyMap<string, readonly UnitsSaid[]>
  /** What subscription options are called, by their ids. */
  readonly optionLabels: ReadonlyMap<string, string>
}

export const nothingBeside: Beside = { ...noExtras, fileId: undefined, units: new Map(), optionLabels: new Map() }

/** What things are called in a file: by their names, or by their ids where two have the same name. */
export function labelsOf(all: readonly { readonly id: string; readonly name: string }[]): ReadonlyMap<string, string> {
  const names = Map.groupBy(all, ({ name }) => name.trim().toLowerCase())
  return new Map(all.map(({ id, name }) => [id, names.get(name.trim().toLowerCase())!.length === 1 ? name : id]))
}

/** The other way: the id of what a file calls so; undefined where nothing is called so. */
export function idsOf(all: readonly { readonly id: string; readonly name: string }[]): (label: string) => string | undefined {
  const labels = labelsOf(all)
  const byLabel = new Map([...labels].map(([id, label]) => [label.trim().toLowerCase(), id]))
  return (label) => byLabel.get(label.trim().toLowerCase())
}

const hiddenMark = ' (hidden)'

export const optionText = (label: string, hidden: boolean): string => (hidden ? label + hiddenMark : label)

export const optionIn = (text: string): { readonly label: string; readonly hidden: boolean } =>
  text.toLowerCase().endsWith(hiddenMark) ? { label: text.slice(0, -hiddenMark.length), hidden: true } : { label: text, hidden: false }

/** `Warehouse: 12` */
export const unitsText = ({ location, units }: UnitsSaid): string => `${location}: ${units}`

export function unitsIn(text: string): UnitsSaid | undefined {
  const [, location, units] = /^(.+?)\s*:\s*([+-]?\d{1,10})$/.exec(text.trim()) ?? []
  return location === undefined ? undefined : { location, units: Number(units) }
}

export interface FilmSaid {
  readonly id: string
  /** The address of the picture that stands for it. */
  readonly poster: string
  /** Among all media, from 1; at the end where it is not said. */
  readonly place?: number
}

/** `2 film-id https://…/poster.webp` */
export const filmText = ({ id, poster, place }: FilmSaid): string => [...(place === undefined ? [] : [place]), id, poster].join(' ')

export function filmIn(text: string): FilmSaid | undefined {
  const [, place, id, poster] = /^(?:([1-9]\d{0,2})\s+)?(\S+)\s+(\S+)$/.exec(text.trim()) ?? []
  return id === undefined ? undefined : { id, poster: poster!, ...(place !== undefined && { place: Number(place) }) }
}

/** Whether a picture of the film itself stands for it, and not one of the shop's pictures. */
export const hasOwnPoster = ({ id, poster }: Pick<FilmSaid, 'id' | 'poster'>): boolean =>
  poster.split(/[?#]/, 1)[0]!.endsWith(`/${encodeURIComponent(id)}`)
