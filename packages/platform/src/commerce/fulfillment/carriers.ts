/** Where the shipments of a carrier can be followed; `{}` stands for the number. */
const carriers: Readonly<Record<string, readonly [name: string, link: string]>> = {
  auspost: ['Australia Post', 'https://auspost.com.au/mypost/track/details/{}'],
  bpost: ['bpost', 'https://track.bpost.cloud/btr/web/#/search?itemCode={}'],
  canadapost: ['Canada Post', 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={}'],
  chronopost: ['Chronopost', 'https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT={}'],
  colissimo: ['Colissimo', 'https://www.laposte.fr/outils/suivre-vos-envois?code={}'],
  correos: ['Correos', 'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number={}'],
  dhl: ['DHL', 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={}'],
  dpd: ['DPD', 'https://tracking.dpd.de/status/en_US/parcel/{}'],
  evri: ['Evri', 'https://www.evri.com/track/parcel/{}/details'],
  fedex: ['FedEx', 'https://www.fedex.com/fedextrack/?trknbr={}'],
  gls: ['GLS', 'https://gls-group.com/track/{}'],
  hermes: ['Hermes', 'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation/#{}'],
  laposte: ['La Poste', 'https://www.laposte.fr/outils/suivre-vos-envois?code={}'],
  posteitaliane: ['Poste Italiane', 'https://www.poste.it/cerca/index.html#/risultati-spedizioni/{}'],
  postnl: ['PostNL', 'https://postnl.nl/tracktrace/?B={}'],
  postnord: ['PostNord', 'https://tracking.postnord.com/en/tracking?id={}'],
  royalmail: ['Royal Mail', 'https://www.royalmail.com/track-your-item#/tracking-results/{}'],
  swisspost: ['Swiss Post', 'https://service.post.ch/ekp-web/ui/entry/search/{}'],
  ups: ['UPS', 'https://www.ups.com/track?tracknum={}'],
  usps: ['USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels={}'],
}

/** `Canada Post`, `canadaPost` and `CANADA-POST` are one. */
function carrierOf(provider: string): readonly [name: string, link: string] | undefined {
  const key = provider.toLowerCase().replace(/[^a-z]/g, '')
  return Object.hasOwn(carriers, key) ? carriers[key] : undefined
}

/** Where a shipment can be followed, as far as its carrier is known. */
export function trackingLinkOf(provider: string, trackingNumber: string): string | undefined {
  return carrierOf(provider)?.[1].replace('{}', () => encodeURIComponent(trackingNumber.replace(/\s+/g, '')))
}

/** A carrier as people call it; an unknown one keeps the name it was given. */
export const carrierName = (provider: string): string => carrierOf(provider)?.[0] ?? provider
