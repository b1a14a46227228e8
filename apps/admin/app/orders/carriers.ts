/** The carriers whose tracking links the platform makes of the number by itself; any other is written as it is called. */
export const carriers = [
  'Australia Post',
  'bpost',
  'Canada Post',
  'Chronopost',
  'Colissimo',
  'Correos',
  'DHL',
  'DPD',
  'Evri',
  'FedEx',
  'GLS',
  'Hermes',
  'La Poste',
  'Poste Italiane',
  'PostNL',
  'PostNord',
  'Royal Mail',
  'Swiss Post',
  'UPS',
  'USPS',
] as const

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')

/** Whether the platform knows where this carrier's shipments are tracked. */
export const isKnownCarrier = (name: string): boolean => carriers.some((one) => plain(one) === plain(name))

/** A carrier as it is written: programs write `dhl` and `canadaPost`, too. */
export const carrierName = (name: string): string => carriers.find((one) => plain(one) === plain(name)) ?? name

/** The carrier that a shipping method names: `DHL GoGreen` is DHL. */
export const carrierIn = (method: string | undefined): string =>
  carriers
    .filter((one) => ` ${(method ?? '').toLowerCase()} `.includes(` ${one.toLowerCase()} `))
    .toSorted((one, other) => other.length - one.length)[0] ?? ''
