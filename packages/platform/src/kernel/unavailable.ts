/** Something that the shop stands on does not answer at the moment. Nothing is known to have changed; who asks again later may be lucky. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}
