/** Something that the shop depends on does not answer at the moment. Nothing is known to have changed; a later attempt may succeed. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}
