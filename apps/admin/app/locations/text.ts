/** What is said where the platform refuses something about locations and transfers. */
export const stockText: Readonly<Record<string, string>> = {
  LOCATION_NOT_EMPTY: 'It still has stock, or a transfer is on its way from it or to it. Move the stock first.',
  LOCATION_INACTIVE: 'That location is not active.',
  DEFAULT_LOCATION: 'It is the default location. Make another the default first.',
  TOO_MANY_LOCATIONS: 'There are as many locations as there may be.',
  LOCATION_NOT_FOUND: 'That location is gone.',
  TRANSFER_STATUS: 'The transfer went on meanwhile. It stands here as it is now.',
  TRANSFER_EMPTY: 'There is nothing in this transfer yet.',
  INSUFFICIENT_INVENTORY: 'The location does not have that many. What it has stands beside each line.',
  INVENTORY_VARIANT_NOT_FOUND: 'One of the variants was deleted.',
}
