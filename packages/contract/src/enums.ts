/** The enumerations of the wire, with its names. First values such as `UNSPECIFIED` are never written by us, but are accepted. */
export * from './enums/buying.ts'
export * from './enums/catalogue.ts'
export * from './enums/orders.ts'
export * from './enums/people.ts'
