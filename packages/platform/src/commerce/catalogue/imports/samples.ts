/** Products to look at a shop with, as a file that is imported, and the pictures that it names. */
export interface SampleProducts {
  readonly fileName: string
  /** In the form of Vitrine's own products file. Its pictures are named by addresses that begin with `sampleAddress`. */
  readonly file: () => string
  /** The bytes of a picture by what follows in its address; undefined where there is none of that name. */
  readonly picture: (name: string) => Promise<Buffer | undefined>
}

export const sampleAddress = 'sample:'
