// A service for a catalogue: another app sells workshops through the shop. It says what they are called, cost and whether seats are left.
import { type Asked, serveFromEnvironment } from './serve.ts'

interface CatalogReference {
  readonly appId: string
  readonly catalogItemId: string
  readonly options?: Readonly<Record<string, unknown>>
}

interface Request {
  readonly catalogReferences: readonly { readonly catalogReference: CatalogReference; readonly quantity: number }[]
  readonly currency: string
}

export interface Workshop {
  readonly name: string
  readonly price: string
  /** What a seat costs from five seats on. */
  readonly groupPrice?: string
  readonly picture: string
  seats: number
}

const groupFrom = 5

export const catalogOf = (workshops: ReadonlyMap<string, Workshop>, currencyCode: string) => ({
  '/get-catalog-items': ({ request }: Asked<Request>) => ({
    // What is not among the items is not sold.
    catalogItems: request.catalogReferences.flatMap(({ catalogReference, quantity }) => {
      const workshop = workshops.get(catalogReference.catalogItemId)
      if (!workshop || request.currency !== currencyCode) return []
      const { name, price, groupPrice, picture, seats } = workshop
      const date = catalogReference.options?.['date']
      return [
        {
          catalogReference,
          data: {
            productName: { original: name },
            itemType: { preset: 'SERVICE' },
            price: quantity >= groupFrom ? (groupPrice ?? price) : price,
            descriptionLines: typeof date === 'string' ? [{ name: { original: 'Date' }, plainText: { original: date } }] : [],
            media: { id: '', url: picture, width: 1200, height: 800 },
            url: { relativePath: '', url: `https://workshops.example/${catalogReference.catalogItemId}` },
            quantityAvailable: seats,
            physicalProperties: { shippable: false },
          },
        },
      ]
    }),
  }),
})

const workshops = new Map<string, Workshop>([
  [
    'throwing-on-the-wheel',
    { name: 'Throwing on the wheel', price: '85.00', groupPrice: '70.00', picture: 'https://workshops.example/wheel.jpg', seats: 8 },
  ],
])

if (import.meta.main) serveFromEnvironment(catalogOf(workshops, 'EUR'))
