export const id = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e10'
export const other = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e11'
export const clientId = '10c1663b-2cdf-47c5-a3ef-30c2e8543849'
export const stores = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
export const mug = { catalogItemId: id, appId: stores, options: { options: { Glaze: 'Sage' } } }
export const tree = { appNamespace: '@wix/stores' }
export const group = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e12'
export const region = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e13'
export const ownRates = '0b9c4a7e-3d52-4f86-9a1b-6e7f25c8d013'
export const address = {
  country: 'DE',
  city: 'Leipzig',
  postalCode: '04109',
  streetAddress: { name: 'Nikolaistraße', number: '12' },
}
export const ada = { firstName: 'Ada', lastName: 'Lovelace' }
