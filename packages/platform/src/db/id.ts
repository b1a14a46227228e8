import { v7 } from 'uuid'

/** A new identifier: UUIDv7, made here and not in the database, so that ids sort by time and need no round trip. */
export const newId = (): string => v7()

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text can be asked for in a uuid column; anything else cannot exist there. */
export const isId = (text: string): boolean => pattern.test(text)
